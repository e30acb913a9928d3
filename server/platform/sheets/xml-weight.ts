import { AppError } from '../http/app-error.js';

/** Limits of a workbook. Its reader keeps every row until we have taken it, and strings and styles as a tree. */
const TAGS = 24_000_000;
const TREE_TAGS = 2_000_000;
const ROWS = 1_048_576;
const UNBROKEN = 1024 * 1024;
const LESS_THAN = 0x3c;

/** A row; or a cell beyond column CZ, or one whose name is written in entities: a row is as wide as its last cell. */
const HEAVY = /[<:]row[\s/>]|(?<!:)\br\s*=\s*["'](?:[d-z][a-z]|[a-c][a-z]{2}|[^"']*&)/gi;

/** Sees the text of a part as it passes, in Latin-1, no tag cut in two; never what follows the last tag's beginning. */
export type XmlWatcher = (text: string) => void;

/**
 * Weighs the unpacked bytes of a workbook, as they come: a small file can tell of more cells than any memory holds.
 *
 * @throws import.tooHeavy
 */
export class XmlWeight {
  private tags = 0;
  private treeTags = 0;
  private rows = 0;

  /** @returns what takes the bytes of one part. */
  part(name: string, watcher?: XmlWatcher): (bytes: Buffer) => void {
    const tree = !name.startsWith('xl/worksheets/');
    let rest = '';
    return (bytes) => {
      for (const byte of bytes) if (byte === LESS_THAN) this.addTag(tree);
      const text = rest + bytes.toString('latin1');
      // From the last tag on the text is looked at again, with what follows.
      const end = text.lastIndexOf('<');
      rest = text.slice(Math.max(0, end));
      if (rest.length > UNBROKEN) throw new AppError('import.tooHeavy');
      const whole = text.slice(0, Math.max(0, end));
      for (const [found] of whole.matchAll(HEAVY)) this.addHeavy(found);
      watcher?.(whole);
    };
  }

  private addTag(tree: boolean): void {
    if (++this.tags > TAGS || (tree && ++this.treeTags > TREE_TAGS)) throw new AppError('import.tooHeavy');
  }

  private addHeavy(found: string): void {
    if (!/row/i.test(found.slice(0, 4)) || ++this.rows > ROWS) throw new AppError('import.tooHeavy');
  }
}
