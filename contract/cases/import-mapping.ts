import { z } from 'zod';
import { Id } from '../shared/id.js';
import { IMPORT_KINDS, LEDGER_COLUMNS, LOAN_COLUMNS, type ImportKind, type ImportReason } from './imports.js';

/** How a lender's own file is read: which of its headings stands for which column, and how it writes days and amounts. */

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];
export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Order of year, month and day in 31/01/2026. A day that is written 2026-01-31 is read under each of them. */
export const DAY_ORDERS = ['YMD', 'DMY', 'MDY'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];
/** POINT: 1,234.50. COMMA: 1.234,50 */
export const DECIMALS = ['POINT', 'COMMA'] as const;
export type Decimals = (typeof DECIMALS)[number];

export const IMPORT_COLUMNS = [...new Set([...LOAN_COLUMNS, ...LEDGER_COLUMNS])];
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

const Cell = z.string().trim().min(1).max(200);

/** Where a column's cells come from: a heading of the file, or one text for every row. */
export const ColumnSource = z
  .strictObject({
    column: z.literal(IMPORT_COLUMNS),
    heading: Cell.optional(),
    constant: Cell.optional(),
    /** The file's text -> what is meant by it: `{ "Sí": "1" }`. */
    values: z
      .record(Cell, Cell)
      .refine((values) => Object.keys(values).length <= 200)
      .optional(),
  })
  .refine(({ heading, constant }) => (heading === undefined) !== (constant === undefined), {
    path: ['heading'],
  });
export type ColumnSource = z.infer<typeof ColumnSource>;

/** Reading that a person chose; what is left out is found out. A workbook has neither encoding nor separator. */
export const FileReading = z.strictObject({
  kind: z.enum(IMPORT_KINDS).optional(),
  encoding: z.enum(ENCODINGS).optional(),
  separator: z.enum(SEPARATORS).optional(),
});
export type FileReading = z.infer<typeof FileReading>;

export const ImportMapping = z.strictObject({
  kind: z.enum(IMPORT_KINDS),
  encoding: z.enum(ENCODINGS),
  separator: z.enum(SEPARATORS),
  days: z.enum(DAY_ORDERS),
  decimals: z.enum(DECIMALS),
  columns: z
    .array(ColumnSource)
    .max(IMPORT_COLUMNS.length)
    .refine((columns) => new Set(columns.map(({ column }) => column)).size === columns.length),
});
export type ImportMapping = z.infer<typeof ImportMapping>;

export const MappingName = z.string().trim().min(1).max(60);
/** The form's field `mapping` of `management/task/import`. With a name it is kept for the next file. */
export const NamedMapping = ImportMapping.extend({ name: MappingName.optional() });
export type NamedMapping = z.infer<typeof NamedMapping>;

/** `management/task/import/mapping/delete` */
export const MappingDelete = z.strictObject({ id: Id });
export type MappingDelete = z.infer<typeof MappingDelete>;

export interface KeptMapping {
  id: number;
  name: string;
  mapping: ImportMapping;
}

/** `management/task/import/look`: what a file seems to be. Nothing of it is kept. */
export interface ImportLook {
  isWorkbook: boolean;
  /** Its headings, in order; a repeated one has its number behind it: "Nombre (2)". */
  headings: string[];
  /** Its first five rows. */
  rows: string[][];
  /** A proposal: of the newest kept mapping that fits, or by what the headings say in three languages. */
  mapping: ImportMapping;
  /** Kept mappings whose headings the file has, the newest first. */
  kept: KeptMapping[];
  /** Codes that a constant may name. */
  institutions: string[];
  queues: string[];
}

/** Rows of a file that a preview judges. */
export const PREVIEW_ROWS = 20_000;
export const PREVIEW_FAULTS = 100;

/** Rows that are refused for the same reason, of the same text. */
export interface PreviewFault {
  field: string;
  reason: ImportReason;
  /** The file's text; null when the cell is empty. */
  value: string | null;
  rows: number;
  /** The first of them. */
  line: number;
}

/** product: it has no terms. markup: a name that looks like markup or a formula. phone: of more than one borrower. */
export const PREVIEW_DOUBTS = ['product', 'markup', 'phone'] as const;
export interface PreviewDoubt {
  doubt: (typeof PREVIEW_DOUBTS)[number];
  value: string;
  rows: number;
  line: number;
}

/** `management/task/import/preview`: what an import of the file would do. Nothing is written. */
export interface ImportPreview {
  kind: ImportKind;
  rowsRead: number;
  /** False: the file has more rows, which were not judged. */
  isWhole: boolean;
  /** Rows of a ledger that can be read: whether their loan items are known is seen at the import. */
  rowsNew: number;
  rowsUnchanged: number;
  rowsRefused: number;
  faults: PreviewFault[];
  doubts: PreviewDoubt[];
}
