import { IsoDay, IsoTime, startOfBusinessDay } from '../../../../contract/shared/date.js';
import type { CaseListQuery } from '../../../../contract/cases/cases.js';
import { sql, type Param, type Statement } from '../../../platform/db/sql.js';
import { fieldError } from '../../../platform/http/app-error.js';
import type { CaseRecord } from '../case-row.rules.js';

/**
 * Cursors: a page that begins after a given row costs the same at any depth, because no rows before it are counted. Only orders that an index has can be entered in the middle; a score, and what may be null, cannot.
 */
export const SEEKABLE = ['due_date', 'amount_due', 'action_at'] as const;
type SeekColumn = (typeof SEEKABLE)[number];

export interface Seek {
  column: SeekColumn;
  value: Param;
  id: number;
  /** Towards the beginning: the page before the row. */
  backwards: boolean;
}

const READERS: Record<SeekColumn, (text: string) => Param | undefined> = {
  due_date: (text) => IsoDay.safeParse(text).data,
  amount_due: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
  action_at: (text) => {
    const { data } = IsoTime.safeParse(text);
    return data === undefined ? undefined : new Date(data);
  },
};

/** @throws request.invalid for a cursor of another order. */
export function seekOf({ after, before }: CaseListQuery, orderBy: string): Seek | null {
  const field = after === undefined ? 'before' : 'after';
  const text = after ?? before;
  if (text === undefined) return null;
  const [name, written, id] = text.split('~') as [string, string, string];
  const column = SEEKABLE.find((known) => known === name && known === orderBy);
  const value = column && READERS[column](written);
  if (column === undefined || value === undefined || !Number.isSafeInteger(Number(id)))
    throw fieldError('request.invalid', field);
  return { column, value, id: Number(id), backwards: after === undefined };
}

/**
 * One range of an index becomes two: the rest of the row's own value, and what lies beyond it. As one condition the rows
 * of a value that thousands share (a due date) would be read one by one.
 */
export function seekBranches(branches: readonly Statement[], seek: Seek, descending: boolean): Statement[] {
  const beyond = raw(descending === seek.backwards ? '>' : '<');
  const column = raw(`c.${seek.column}`);
  return branches.flatMap((branch) => [
    sql`${branch} AND ${column} = ${seek.value} AND c.id ${beyond} ${seek.id}`,
    sql`${branch} AND ${column} ${beyond} ${seek.value}`,
  ]);
}

/** The cursor of a row in this order; null where the order has none. */
export function cursorOf(record: CaseRecord | undefined, orderBy: string): string | null {
  if (!record) return null;
  if (orderBy === 'due_date') return `due_date~${record.penaltyDate}~${record.id}`;
  if (orderBy === 'amount_due') return `amount_due~${record.amount}~${record.id}`;
  const at = orderBy === 'action_at' ? actionAt(record) : null;
  return at === null ? null : `action_at~${at.toISOString()}~${record.id}`;
}

/** As the column of the same name: the follow-up, or 00:00 in Mexico City of the day a promise falls due. */
export function actionAt({
  promiseDue,
  nextFollowUpAt,
}: Pick<CaseRecord, 'promiseDue' | 'nextFollowUpAt'>): Date | null {
  if (promiseDue === null) return nextFollowUpAt;
  const due = startOfBusinessDay(promiseDue);
  return nextFollowUpAt === null || nextFollowUpAt > due ? due : nextFollowUpAt;
}

function raw(text: string): Statement {
  return { text, params: [] };
}
