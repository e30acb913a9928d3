import { AppError } from '../http/app-error.js';
import { XmlScanner, type XmlListener } from './xml-scanner.js';
import { checkZip, unpackedOf, type Part } from './zip-limits.js';
import { sheetOf } from './sheet-row.rules.js';
import { MAX_ROWS, type Layout, type SheetBatch, type SheetPart } from './sheets.js';
import { SheetListener } from './xlsx-sheet.js';
import { Sights } from './xlsx-sights.js';
import { Relations, SheetNames, Strings, Styles } from './xlsx-parts.js';

const MACRO = /(^|\/)(vbaProject\.bin$|macrosheets\/)/i;

/**
 * The sheets of an xlsx file, a piece at a time: what is kept of it is its texts, its formats and one piece, however many
 * rows there are.
 *
 * @throws import.format, import.tooHeavy, sheet.macro, sheet.heads, sheet.empty, sheet.tooLong
 */
export async function* xlsxRows(bytes: Buffer, layout: Layout): AsyncGenerator<SheetPart> {
  const sights = new Sights();
  const parts = await checkZip(bytes, (name) => sights.of(name));
  if (parts.some(({ name }) => MACRO.test(name))) throw new AppError('sheet.macro');
  const book = new Book(bytes, parts);
  const { sheets, from1904 } = await book.open(layout);
  // The head of each is none.
  yield { total: sheets.reduce((sum, { part }) => sum + Math.max(0, sights.seen(part).rows - 1), 0) };
  let place = 0;
  let kept = 0;
  for (const { sheet, part } of sheets) {
    const { merges } = sights.seen(part);
    const about = { sheet, heads: layout[sheet]!, merges, place, from1904 };
    const listener = new SheetListener(about, book.strings.all, book.styles);
    for await (const batch of book.batchesOf(part, listener)) {
      kept += batch.lines.length;
      if (kept > MAX_ROWS) throw new AppError('sheet.tooLong');
      yield batch;
    }
    if (!listener.columns) throw new AppError('sheet.heads');
    place = listener.place;
  }
  if (kept === 0) throw new AppError('sheet.empty');
}

/** The parts of a workbook, by their names. */
class Book {
  readonly strings = new Strings();
  readonly styles = new Styles();
  private readonly parts: Map<string, Part>;

  constructor(
    private readonly bytes: Buffer,
    parts: readonly Part[],
  ) {
    this.parts = new Map(parts.map((part) => [part.name, part]));
  }

  /** @throws import.format when it is no workbook, sheet.heads when it has none of the sheets */
  async open(layout: Layout): Promise<{ sheets: { sheet: string; part: string }[]; from1904: boolean }> {
    const root = await this.relations('', '_rels/.rels');
    const workbook = root.target('officeDocument');
    if (!workbook || !this.parts.has(workbook)) throw new AppError('import.format');
    const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1);
    const relations = await this.relations(folder, `${folder}_rels/${workbook.slice(folder.length)}.rels`);
    const names = await this.scan(workbook, new SheetNames());
    await this.scan(relations.target('sharedStrings'), this.strings);
    await this.scan(relations.target('styles'), this.styles);
    const sheets = names.sheets.flatMap(({ name, id }) => {
      const [sheet, part] = [sheetOf(layout, name), relations.byId.get(id)];
      return sheet !== null && part && this.parts.has(part) ? [{ sheet, part }] : [];
    });
    if (sheets.length === 0) throw new AppError('sheet.heads');
    return { sheets, from1904: names.from1904 };
  }

  async *batchesOf(part: string, listener: SheetListener): AsyncGenerator<SheetBatch> {
    const scanner = new XmlScanner(listener);
    for await (const text of this.texts(part)) {
      scanner.take(text);
      const batch = listener.taken();
      if (batch) yield batch;
    }
  }

  private relations(folder: string, part: string): Promise<Relations> {
    return this.scan(part, new Relations(folder));
  }

  private async scan<Listener extends XmlListener>(
    part: string | undefined,
    listener: Listener,
  ): Promise<Listener> {
    const scanner = new XmlScanner(listener);
    if (part !== undefined && this.parts.has(part))
      for await (const text of this.texts(part)) scanner.take(text);
    return listener;
  }

  private async *texts(part: string): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    for await (const piece of unpackedOf(this.bytes, this.parts.get(part)!))
      yield decoder.decode(piece, { stream: true });
  }
}
