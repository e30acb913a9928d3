import type { SheetReason } from '../../../contract/administration/sheet-uploads.js';
import type { SheetRow } from '../../platform/sheets/sheets.js';
import type { CellRefusal } from './sheet-book.rules.js';

const YES = new Set(['1', 'true', 'yes', 'y', 'si', 'sí', 's', '是', 'x']);
const NO = new Set(['0', 'false', 'no', 'n', '否']);

/** The cells of a row by their columns: what each says, and those that say nothing. An empty cell is null. */
export class RowCells {
  readonly refusals: CellRefusal[] = [];

  constructor(private readonly row: SheetRow) {}

  isEmpty(column: string): boolean {
    return this.row.cells[column]!.kind === 'empty';
  }

  /** A cell is refused once. */
  refuse(column: string, reason: SheetReason): null {
    if (!this.refusals.some((refusal) => refusal.column === column))
      this.refusals.push({ column, cell: this.row.cells[column]!.at, reason });
    return null;
  }

  text(column: string): string | null {
    const { kind, value } = this.row.cells[column]!;
    if (kind === 'empty') return null;
    if (kind === 'formula' || kind === 'merged') return this.refuse(column, kind);
    return kind === 'day' ? this.refuse(column, 'format') : String(value);
  }

  day(column: string): string | null {
    const { kind, value } = this.row.cells[column]!;
    return kind === 'day' || kind === 'text' ? String(value) : this.isWrong(column);
  }

  yes(column: string): boolean | null {
    const text = this.text(column)?.toLowerCase();
    if (text === undefined) return null;
    return YES.has(text) ? true : NO.has(text) ? false : (this.refuse(column, 'format') as null);
  }

  /** Separated by commas. */
  list(column: string): string[] | null {
    const text = this.text(column);
    return text === null ? null : text.split(/[,;，；、]/).map((each) => each.trim()).filter(Boolean); // prettier-ignore
  }

  /** The thing that the cell names. */
  named<Found>(column: string, find: (name: string) => Found | undefined): Found | null {
    const text = this.text(column);
    return text === null ? null : (find(text.toLowerCase()) ?? this.refuse(column, 'unknown'));
  }

  private isWrong(column: string): null {
    const { kind } = this.row.cells[column]!;
    if (kind === 'empty') return null;
    return this.refuse(column, kind === 'formula' || kind === 'merged' ? kind : 'format');
  }
}
