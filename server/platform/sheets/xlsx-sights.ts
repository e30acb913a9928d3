import { AppError } from '../http/app-error.js';
import type { XmlWatcher } from './xml-weight.js';
import { columnIndex, type Merge } from './sheet-row.rules.js';

/** Facts needed before a sheet's first row: merged cells stand behind the rows. */
export interface Seen {
  rows: number;
  merges: Merge[];
}

const MAX_MERGES = 10_000;
const ROW = /<(?:\w+:)?row[\s/>]/g;
const MERGE = /<(?:\w+:)?mergeCell\s[^>]*?\bref\s*=\s*["']\$?([A-Z]+)\$?(\d+):\$?([A-Z]+)\$?(\d+)["']/gi;

/** Looks at each part while it is weighed. */
export class Sights {
  private readonly parts = new Map<string, Seen>();

  of(part: string): XmlWatcher {
    const seen = this.seen(part);
    return (text) => {
      seen.rows += text.match(ROW)?.length ?? 0;
      for (const [, left, top, right, bottom] of text.matchAll(MERGE)) {
        const [first, last] = [Number(top) - 1, Number(bottom) - 1];
        seen.merges.push({ top: first, bottom: last, left: columnIndex(left!), right: columnIndex(right!) });
        if (seen.merges.length > MAX_MERGES) throw new AppError('import.tooHeavy');
      }
    };
  }

  seen(part: string): Seen {
    const seen = this.parts.get(part) ?? { rows: 0, merges: [] };
    this.parts.set(part, seen);
    return seen;
  }
}
