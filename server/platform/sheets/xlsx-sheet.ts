import { AppError } from '../http/app-error.js';
import { attributesOf, type XmlListener } from './xml-scanner.js';
import {
  addRow,
  columnIndex,
  columnsOf,
  EMPTY,
  newBatch,
  numberCell,
  textCell,
  type Cell,
  type Columns,
  type Merge,
} from './sheet-row.rules.js';
import type { Head, SheetBatch } from './sheets.js';
import type { Styles } from './xlsx-parts.js';

interface About {
  sheet: string;
  heads: readonly Head[];
  merges: readonly Merge[];
  /** Rows of the file before this sheet, without heads. */
  place: number;
  from1904: boolean;
}

/** Makes rows of a sheet's tags. Rows gather until they are taken. */
export class SheetListener implements XmlListener {
  columns: Columns | undefined;
  place: number;
  private batch: SheetBatch | undefined;
  private line = -1;
  private at = -1;
  private cells: Cell[] = [];
  private isCell = false;
  private isValue = false;
  private type = '';
  private style = 0;
  private value = '';
  private isFormula = false;

  constructor(
    private readonly about: About,
    private readonly strings: readonly string[],
    private readonly styles: Styles,
  ) {
    this.place = about.place;
  }

  /** Rows gathered since the last time; null when there are none. */
  taken(): SheetBatch | null {
    const { batch, columns, place } = this;
    if (!batch || !columns || batch.lines.length === 0) return null;
    this.batch = newBatch(this.about.sheet, columns, place);
    return { ...batch, place };
  }

  opens(name: string, attributes: string): void {
    if (name === 'row') this.openRow(attributes);
    else if (name === 'c') this.openCell(attributes);
    else if (!this.isCell) return;
    else if (name === 'f') this.isFormula = true;
    else this.isValue = name === 'v' || name === 't';
  }

  text(value: string): void {
    if (this.isValue) this.value += value;
  }

  closes(name: string): void {
    this.isValue = false;
    if (name === 'c' && this.isCell) {
      this.cells[this.at] = this.cell();
      this.isCell = false;
    }
    if (name === 'row') this.closeRow();
  }

  private openRow(attributes: string): void {
    const { r } = attributesOf(attributes);
    this.line = r === undefined ? this.line + 1 : Number(r) - 1;
    if (this.line > 0) this.place += 1;
    this.at = -1;
    this.cells = [];
  }

  private openCell(attributes: string): void {
    const { r, s = '0', t = '' } = attributesOf(attributes);
    const letters = r && /^[A-Za-z]{1,3}/.exec(r)?.[0];
    this.at = letters ? columnIndex(letters) : this.at + 1;
    this.isCell = true;
    this.isFormula = false;
    [this.type, this.style, this.value] = [t, Number(s), ''];
  }

  private closeRow(): void {
    const { sheet, heads, merges } = this.about;
    // The heads stand in the first line, or nowhere.
    if (this.line === 0) {
      this.columns = columnsOf(heads, this.cells.map(headOf));
      this.batch = newBatch(sheet, this.columns, this.place);
    } else if (!this.columns || !this.batch) throw new AppError('sheet.heads');
    else addRow(this.batch, this.line, this.columns, (at) => this.cells[at] ?? EMPTY, merges);
  }

  private cell(): Cell {
    const { type, value } = this;
    if (this.isFormula) return { kind: 'formula' };
    if (type === 's') return textCell(this.strings[Number(value)] ?? '');
    if (value === '') return EMPTY;
    if (type === 'd') return { kind: 'day', value: value.slice(0, 10) };
    if (type !== '' && type !== 'n') return textCell(value);
    return numberCell(Number(value), this.styles.writesDay(this.style), this.about.from1904);
  }
}

const headOf = (cell: Cell | undefined) => (cell?.value === undefined ? undefined : String(cell.value));
