import { z } from 'zod';
import { ClientRequestId, Id, IdText } from '../shared/id.js';

/** RUNNING: not over. OPEN: over, and nobody has confirmed it; LATE: past its day. CHANGED: confirmed, and counted otherwise since. */
export const MONTH_STATES = ['RUNNING', 'OPEN', 'LATE', 'CONFIRMED', 'CHANGED'] as const;
export type MonthState = (typeof MONTH_STATES)[number];

/** Complaints of one of the regulator's causes, by the month in which they were opened. */
export interface MonthLine {
  /** Null: no cause was chosen. */
  causeId: number | null;
  code: string | null;
  name: string | null;
  opened: number;
  completed: number;
  /** Completed by the house's deadline. */
  inTime: number;
  open: number;
}

/** `2026-11`; a month that is far from now has no report. */
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

/** `GET complaint-month/list`: the months of a year, up to now, from the first of which anything is known; the newest first. */
export const ComplaintMonthsQuery = z.object({
  institutionId: IdText.optional(),
  year: z.coerce.number().pipe(z.int().min(2000).max(2099)),
});
export type ComplaintMonthsQuery = z.infer<typeof ComplaintMonthsQuery>;

/** `GET complaint-month/detail`, `GET complaint-month/file`: without an institution the viewer's own. */
export const ComplaintMonthQuery = z.object({ institutionId: IdText.optional(), month: Month });
export type ComplaintMonthQuery = z.infer<typeof ComplaintMonthQuery>;

export interface ComplaintMonthRow {
  month: string;
  state: MonthState;
  /** The day by which it is reported. */
  dueOn: string;
  opened: number;
  /** Without a cause of the regulator's. */
  withoutCause: number;
  /** As confirmed. */
  confirmedOpened: number | null;
  confirmedBy: string | null;
  confirmedAt: string | null;
}
export interface ComplaintMonthDetail extends ComplaintMonthRow {
  institutionId: number;
  institutionName: string;
  /** Every cause in use, also those without a complaint. */
  lines: (MonthLine & {
    /** Opened in the month before, as confirmed where it was. */
    before: number;
    /** Opened as this month was confirmed; null: it was not, or without this cause. */
    confirmed: number | null;
  })[];
  /** Names these figures: who confirms them sends it, so that nothing else is confirmed. */
  digest: string;
}

/** `POST complaint-month/confirm`: a person stands by the figures, also of a month without a complaint. */
export const ConfirmMonth = z.object({
  institutionId: Id.optional(),
  month: Month,
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  clientRequestId: ClientRequestId,
});
export type ConfirmMonth = z.infer<typeof ConfirmMonth>;

/** Facts that a column of the month's file may hold. */
export const FILE_FACTS = [
  'year', 'month', 'institution', 'institutionCode', 'causeCode', 'cause', 'opened', 'completed', 'inTime', 'open',
  'confirmedBy', 'confirmedOn',
] as const; // prettier-ignore
export type FileFact = (typeof FILE_FACTS)[number];
export interface FileColumn {
  heading: string;
  /** Undefined: a text that is the same in every line. */
  fact?: FileFact;
  text?: string;
}

const MAX_COLUMNS = 60;
const COLUMN = /^([^=]{1,80})=\s*(?:"([^"]{0,120})"|(\w+))$/;

/** A line for each column: `Clave = causeCode`, or `Sector = "SOFOM"`. @returns null for a text that says something else */
export function fileColumns(text: string): FileColumn[] | null {
  const lines = text.split('\n').filter((line) => line.trim());
  const columns = lines.map((line): FileColumn | null => {
    const [, heading = '', constant, fact] = COLUMN.exec(line.trim()) ?? [];
    if (!heading.trim()) return null;
    if (constant !== undefined) return { heading: heading.trim(), text: constant };
    return isFact(fact) ? { heading: heading.trim(), fact } : null;
  });
  const headings = new Set(columns.map((column) => column?.heading));
  const isWhole = columns.length > 0 && columns.length <= MAX_COLUMNS && headings.size === columns.length;
  return isWhole && columns.every((column) => column !== null) ? columns : null;
}

function isFact(text: string | undefined): text is FileFact {
  return FILE_FACTS.some((fact) => fact === text);
}

const MonthRef = z.object({ monthId: Id, institutionId: Id, month: Month });
export const COMPLAINT_MONTH_EVENTS = {
  'complaintMonth.confirmed': MonthRef.extend({
    opened: z.int(),
    /** The total of the confirmation before. */
    openedBefore: z.int().nullable(),
  }),
  /** A month that nobody has confirmed, and its day, which is near or over. */
  'complaintMonth.due': MonthRef.extend({ dueOn: z.iso.date(), late: z.boolean() }),
};
