import { utils, write } from '@e965/xlsx';
import { SCHEDULE_SHEETS } from '../../contract/team/schedule-sheets.js';
import { addDays, daysBetween } from '../../contract/shared/date.js';

/** Day 0 of a workbook's dates. */
const EPOCH = '1899-12-30';

export interface ScheduledSeat {
  day: string;
  userId: number;
  username: string;
}

/** This many days from the first on, everybody on duty on each. */
export function seatsOf(
  people: readonly { userId: number; username: string }[],
  first: string,
  days: number,
): ScheduledSeat[] {
  return Array.from({ length: days }, (_, at) => addDays(first, at)).flatMap((day) =>
    people.map((person) => ({ day, ...person })),
  );
}

/** An xlsx file of the sheet of people. */
export function scheduleFile(seats: readonly ScheduledSeat[]): Buffer {
  const rows = seats.map(({ day, username }) => [daysBetween(EPOCH, day), username, 'ON_DUTY']);
  const sheet = utils.aoa_to_sheet([[...SCHEDULE_SHEETS.people], ...rows]);
  rows.forEach((_, at) => (sheet[`A${at + 2}`].z = 'yyyy-mm-dd'));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'people');
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
}
