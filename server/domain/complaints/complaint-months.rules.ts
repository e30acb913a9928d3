import { createHash } from 'node:crypto';
import {
  fileColumns,
  type FileColumn,
  type MonthLine,
  type MonthState,
} from '../../../contract/supervision/complaint-months.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { workingDaysAfter, workingDaysBefore } from '../../../contract/shared/holidays.js';

/** "2026-12" to "2027-01", and back by -1. */
export function monthAfter(month: string, step: 1 | -1 = 1): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const months = year * 12 + number - 1 + step;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** The working day of the next month by which a month is reported. */
export function dueDayOf(month: string, reportDay: number): string {
  return workingDaysAfter(addDays(`${monthAfter(month)}-01`, -1), reportDay);
}

interface Deadline {
  dueOn: string;
  remindDays: number;
}
interface Sent {
  remindedAt: Date | null;
  alarmedAt: Date | null;
}

/** The next thing to say of a month that nobody has confirmed; null: nothing yet, or it has been said. */
export function wordDue(
  today: string,
  { dueOn, remindDays }: Deadline,
  sent: Sent,
): 'remind' | 'alarm' | null {
  if (today > dueOn) return sent.alarmedAt ? null : 'alarm';
  if (today < workingDaysBefore(dueOn, remindDays)) return null;
  return sent.remindedAt ? null : 'remind';
}

interface Counted {
  month: string;
  dueOn: string;
  lines: readonly MonthLine[];
  confirmed: readonly MonthLine[] | null;
}

export function stateOf({ month, dueOn, lines, confirmed }: Counted, now: Date): MonthState {
  const today = businessDay(now);
  if (confirmed) return isCountedSo(lines, confirmed) ? 'CONFIRMED' : 'CHANGED';
  if (month >= today.slice(0, 7)) return 'RUNNING';
  return today > dueOn ? 'LATE' : 'OPEN';
}

/** Complaints end after their month, too: what was opened under which cause is what a report cannot change by itself. */
function isCountedSo(lines: readonly MonthLine[], confirmed: readonly MonthLine[]): boolean {
  const before = openedBy(confirmed);
  const now = openedBy(lines);
  return [...new Set([...before.keys(), ...now.keys()])].every(
    (cause) => (before.get(cause) ?? 0) === (now.get(cause) ?? 0),
  );
}

export function openedBy(lines: readonly MonthLine[]): Map<number | null, number> {
  return new Map(lines.map(({ causeId, opened }) => [causeId, opened]));
}

export const openedIn = (lines: readonly MonthLine[]) =>
  lines.reduce((total, { opened }) => total + opened, 0);

/** Names the figures that a person sees. */
export function digestOf(institutionId: number, month: string, lines: readonly MonthLine[]): string {
  const figures = lines.map(({ causeId, code, name, opened, completed, inTime, open }) => [
    ...[causeId, code, name],
    ...[opened, completed, inTime, open],
  ]);
  return createHash('sha256')
    .update(JSON.stringify([institutionId, month, figures]))
    .digest('hex');
}

interface FileOf {
  month: string;
  institution: string;
  institutionCode: string;
  confirmedBy: string;
  confirmedOn: string;
}

/** The file's heads and its lines: one for each cause, those without a complaint as zero. */
export function fileOf(text: string, about: FileOf, lines: readonly MonthLine[]) {
  const columns = fileColumns(text) ?? [];
  const cell = (line: MonthLine, { fact, text: constant = '' }: FileColumn) => {
    if (fact === undefined) return constant;
    const { code, name, opened, completed, inTime, open } = line;
    const facts = { ...about, opened, completed, inTime, open, causeCode: code ?? '', cause: name ?? '' };
    return fact === 'year' ? about.month.slice(0, 4) : facts[fact];
  };
  return {
    heads: columns.map(({ heading }) => heading),
    rows: lines.map((line) => Object.fromEntries(columns.map((each) => [each.heading, cell(line, each)]))),
  };
}
