import {
  SCHEDULED_COUNT,
  SCHEDULED_DAYS,
  SEAT_STATES,
  SHOWN_VALUE,
  type ScheduleError,
  type ScheduleReason,
} from '../../../../contract/team/schedules.js';
import type { ScheduleSheet } from '../../../../contract/team/schedule-sheets.js';
import { addDays, IsoDay } from '../../../../contract/shared/date.js';
import type { SheetCell, SheetRow as Row } from '../../../platform/sheets/sheets.js';
import type { PersonRow } from '../seat-days.sql.js';
import type { DayPlan } from '../seat-plans.sql.js';

type SheetRow = Row<ScheduleSheet>;

const COUNTS = [
  'caseAllocation', 'expectedReminderCases', 'perCapitaMin', 'perCapitaMax', 'minSeats', 'maxSeats', 'expectedStaff',
] as const; // prettier-ignore
const ORDERED = [
  ['perCapitaMin', 'perCapitaMax'],
  ['minSeats', 'maxSeats'],
] as const;

/** People and queues that the sender may name. */
export interface Known {
  queues: ReadonlyMap<string, number>;
  people: ReadonlyMap<string, { id: number; institutionId: number; enabled: number }>;
  mayResign: boolean;
  /** A day before it is over and stays as it was. */
  today: string;
}

/** Takes the rows of a file one by one: what they say, and each cell that says nothing. */
export class ScheduleBook {
  readonly plans: DayPlan[] = [];
  readonly people: PersonRow[] = [];
  readonly errors: ScheduleError[] = [];
  refused = 0;
  rows = 0;
  private readonly seen = new Set<string>();
  private readonly days = new Map<string, string>();

  constructor(
    private readonly known: Known,
    private readonly maxErrors: number,
  ) {}

  add(row: SheetRow): void {
    this.rows += 1;
    if (row.sheet === 'plan') this.addPlan(row);
    else this.addPerson(row);
  }

  private addPlan(row: SheetRow): void {
    const day = this.day(row);
    const code = this.text(row, 'queue');
    const queueId =
      code === null ? null : (this.known.queues.get(code) ?? this.refuse(row, 'queue', 'unknown'));
    const counts = COUNTS.map((column) => this.count(row, column));
    for (const [lower, upper] of ORDERED) {
      const [low, high] = [counts[COUNTS.indexOf(lower)]!, counts[COUNTS.indexOf(upper)]!];
      if (low !== null && high !== null && low > high) this.refuse(row, upper, 'order');
    }
    if (day === null || queueId === null || !this.isFirst(row, 'queue', `${day} q${queueId}`)) return;
    this.plans.push({ day, queueId, counts });
  }

  private addPerson(row: SheetRow): void {
    const day = this.day(row);
    const name = this.text(row, 'username');
    const person =
      name === null
        ? null
        : (this.known.people.get(name.toLowerCase()) ?? this.refuse(row, 'username', 'unknown'));
    const text = this.text(row, 'status');
    const status = SEAT_STATES.find((state) => state === text?.toUpperCase().replace(/[\s-]+/g, '_'));
    if (text !== null && !status) this.refuse(row, 'status', 'choice');
    if (status === 'RESIGNED' && !this.known.mayResign) this.refuse(row, 'status', 'notAllowed');
    else if (status === 'RESIGNED' && person?.enabled) this.refuse(row, 'status', 'unconfirmed');
    if (day === null || person === null || !this.isFirst(row, 'username', `${day} p${person.id}`)) return;
    if (status) this.people.push({ day, userId: person.id, institutionId: person.institutionId, status });
  }

  private isFirst(row: SheetRow, column: string, key: string): boolean {
    if (this.seen.has(key)) this.refuse(row, column, 'twice');
    return this.seen.size < this.seen.add(key).size;
  }

  private day(row: SheetRow): string | null {
    const cell = this.cell(row, 'date');
    if (!cell) return null;
    if (cell.kind === 'text') return this.refuse(row, 'date', 'textDate');
    if (cell.kind !== 'day') return this.refuse(row, 'date', 'format');
    const day = String(cell.value);
    return this.days.get(day) ?? this.newDay(row, day);
  }

  /** One text for all rows of the day: a schedule has many rows and few days. */
  private newDay(row: SheetRow, day: string): string | null {
    if (!IsoDay.safeParse(day).success) return this.refuse(row, 'date', 'format');
    if (day < this.known.today) return this.refuse(row, 'date', 'past');
    if (day > addDays(this.known.today, SCHEDULED_DAYS)) return this.refuse(row, 'date', 'far');
    this.days.set(day, day);
    return day;
  }

  private text(row: SheetRow, column: string): string | null {
    const cell = this.cell(row, column);
    if (!cell) return null;
    return cell.kind === 'day' ? this.refuse(row, column, 'format') : String(cell.value);
  }

  private count(row: SheetRow, column: string): number | null {
    if (row.cells[column]!.kind === 'empty') return null;
    const cell = this.cell(row, column);
    if (!cell) return null;
    const value = cell.kind === 'number' ? Number(cell.value) : NaN;
    return Number.isInteger(value) && value >= 0 && value <= SCHEDULED_COUNT
      ? value
      : this.refuse(row, column, 'number');
  }

  private cell(row: SheetRow, column: string): SheetCell | null {
    const cell = row.cells[column]!;
    if (cell.kind === 'empty') return this.refuse(row, column, 'required');
    if (cell.kind === 'formula' || cell.kind === 'merged') return this.refuse(row, column, cell.kind);
    return cell;
  }

  private refuse({ sheet, cells }: SheetRow, column: string, reason: ScheduleReason): null {
    this.refused += 1;
    if (this.errors.length < this.maxErrors)
      this.errors.push({ sheet, cell: cells[column]!.at, column, reason, value: shownOf(cells[column]!) });
    return null;
  }
}

function shownOf({ value }: SheetCell): string | null {
  return value === undefined ? null : String(value).slice(0, SHOWN_VALUE);
}
