import type { ScheduleSheet } from '../../../../contract/schedules.js';
import { AppError } from '../../../platform/http/app-error.js';
import { attributesOf, type XmlListener } from '../../imports/workbook/xml-scanner.js';
import {
  columnIndex,
  columnsOf,
  EMPTY,
  numberCell,
  rowOf,
  textCell,
  type Cell,
  type Columns,
  type Merge,
} from './sheet-row.rules.js';
import type { SheetRow } from './sheets.js';
import type { Styles } from './xlsx-parts.js';

interface About {
  sheet: ScheduleSheet;
  merges: readonly Merge[];
  /** Rows of the file before this sheet, without heads. */
  place: number;
  from1904: boolean;
}

/** Makes rows of a sheet's tags. Rows gather until they are taken. */
export class SheetListener implements XmlListener {
  columns: Columns | undefined;
  rows: SheetRow[] = [];
  place: number;
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

  taken(): SheetRow[] {
    const rows = this.rows;
    this.rows = [];
    return rows;
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
    // The heads stand in the first line, or nowhere.
    if (this.line === 0) this.columns = columnsOf(this.about.sheet, this.cells.map(headOf));
    else if (!this.columns) throw new AppError('schedule.sheets');
    else {
      const { sheet, merges } = this.about;
      const where = { sheet, line: this.line, place: this.place };
      const row = rowOf(where, this.columns, (at) => this.cells[at] ?? EMPTY, merges);
      if (row) this.rows.push(row);
    }
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
