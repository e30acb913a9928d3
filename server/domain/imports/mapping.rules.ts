import {
  REQUIRED_LEDGER_COLUMNS,
  REQUIRED_LOAN_COLUMNS,
  LEDGER_COLUMNS,
  LOAN_COLUMNS,
  type ImportKind,
} from '../../../contract/cases/imports.js';
import type {
  ColumnSource,
  DayOrder,
  Decimals,
  ImportColumn,
  ImportMapping,
} from '../../../contract/cases/import-mapping.js';
import { AppError } from '../../platform/http/app-error.js';
import { columnNamed } from './headings.rules.js';

const DAYS: ReadonlySet<ImportColumn> = new Set(['birthDate', 'disbursedAt', 'dueDate', 'paidAt']);
const AMOUNTS: ReadonlySet<ImportColumn> = new Set([
  'contractAmount', 'principal', 'interest', 'penalty', 'iva', 'paidAmount', 'amount',
]); // prettier-ignore
const IS_ISO = /^\d{4}-\d{2}-\d{2}/;
const DAY = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})(?:[ T]\d{1,2}:\d{2}.*)?$/;
const ORDERS: Record<DayOrder, readonly [year: number, month: number, day: number]> = {
  YMD: [1, 2, 3],
  DMY: [3, 2, 1],
  MDY: [3, 1, 2],
};
/** Signs around an amount: 1 234.50 $, MXN 1,234.50 */
const AROUND_AMOUNT = /\$|MXN|\s/gi;

export type Cells = Record<string, string>;

/** A day in the product's notation; what is no day of that order stays as it is, and is refused as such. */
export function dayOf(cell: string, order: DayOrder): string {
  const found = IS_ISO.test(cell) ? null : DAY.exec(cell);
  if (!found) return cell;
  const [year, month, day] = ORDERS[order].map((at) => found[at]!) as [string, string, string];
  if (year.length !== 4 || month.length > 2 || day.length > 2) return cell;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

export function amountOf(cell: string, decimals: Decimals): string {
  const bare = cell.replaceAll(AROUND_AMOUNT, '');
  return decimals === 'COMMA' ? bare.replaceAll('.', '').replace(',', '.') : bare;
}

/**
 * @returns what makes a row's texts, in the order of the file's headings, the cells of our columns
 * @throws import.heading when the file has a heading no longer, import.header when a needed column has no source
 */
export function cellsBy(
  mapping: ImportMapping,
  headings: readonly string[],
): (values: readonly string[]) => Cells {
  const { kind, columns, days, decimals } = mapping;
  for (const column of requiredOf(kind))
    if (!columns.some((source) => source.column === column)) throw new AppError('import.header', { column });
  const sources = columns.map(({ column, heading, constant, values }) => {
    const at = heading === undefined ? -1 : headings.indexOf(heading);
    if (heading !== undefined && at === -1) throw new AppError('import.heading', { heading });
    return { column, at, constant, meant: new Map(Object.entries(values ?? {})) };
  });
  return (values) => {
    const cells: Cells = {};
    // A row without a text of its own is no row.
    if (values.every((value) => value.trim() === '')) return cells;
    for (const { column, at, constant, meant } of sources) {
      const text = constant ?? values[at]?.trim();
      if (!text) continue;
      const meaning = meant.get(text) ?? text;
      if (DAYS.has(column)) cells[column] = dayOf(meaning, days);
      else cells[column] = AMOUNTS.has(column) ? amountOf(meaning, decimals) : meaning;
    }
    return cells;
  };
}

export function columnsOf(kind: ImportKind): readonly ImportColumn[] {
  return kind === 'LEDGER' ? LEDGER_COLUMNS : LOAN_COLUMNS;
}

export function requiredOf(kind: ImportKind): readonly ImportColumn[] {
  return kind === 'LEDGER' ? REQUIRED_LEDGER_COLUMNS : REQUIRED_LOAN_COLUMNS;
}

/** A file with the day and the reference of payments, and no due days, is a ledger. */
export function kindOf(headings: readonly string[]): ImportKind {
  const named = new Set(headings.map(columnNamed));
  return named.has('providerReference') && !named.has('dueDate') ? 'LEDGER' : 'LOANS';
}

/** Sources by what the headings say: of two that name a column the first. A loan without items is one item. */
export function proposedColumns(kind: ImportKind, headings: readonly string[]): ColumnSource[] {
  const known = new Map<ImportColumn, string>();
  for (const heading of headings) {
    const column = columnNamed(heading);
    if (column && !known.has(column)) known.set(column, heading);
  }
  const [loan, item] = [known.get('loanExternalId'), known.get('loanItemExternalId')];
  if (loan && !item) known.set('loanItemExternalId', loan);
  if (item && !loan) known.set('loanExternalId', item);
  return columnsOf(kind).flatMap((column) => {
    const heading = known.get(column);
    return heading === undefined ? [] : [{ column, heading }];
  });
}

/** How the cells of some rows write days and amounts: what only one order allows decides, a slash alone means the day first. */
export function notationOf(
  columns: readonly ColumnSource[],
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): { days: DayOrder; decimals: Decimals } {
  const cellsIn = (wanted: ReadonlySet<ImportColumn>) =>
    columns
      .filter(({ column, heading }) => heading !== undefined && wanted.has(column))
      .flatMap(({ heading }) => rows.map((row) => row[headings.indexOf(heading!)]?.trim() ?? ''));
  const days = cellsIn(DAYS).flatMap((cell) => {
    const found = IS_ISO.test(cell) ? null : DAY.exec(cell);
    return found ? [[found[1]!, found[2]!] as const] : [];
  });
  const commas = cellsIn(AMOUNTS).filter((cell) => /,\d{1,2}\D*$/.test(cell)).length;
  const points = cellsIn(AMOUNTS).filter((cell) => /\.\d{1,2}\D*$/.test(cell)).length;
  return { days: orderOf(days), decimals: commas > points ? 'COMMA' : 'POINT' };
}

function orderOf(days: readonly (readonly [first: string, second: string])[]): DayOrder {
  if (days.length === 0 || days.some(([first]) => first.length === 4)) return 'YMD';
  return days.some(([, second]) => Number(second) > 12) ? 'MDY' : 'DMY';
}
