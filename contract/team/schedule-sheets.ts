/** The two sheets of a schedule, and the heads of their columns. */
export const SCHEDULE_SHEETS = {
  plan: [
    'date', 'queue', 'caseAllocation', 'expectedReminderCases', 'perCapitaMin', 'perCapitaMax', 'minSeats', 'maxSeats',
    'expectedStaff',
  ],
  people: ['date', 'username', 'status'],
} as const; // prettier-ignore
export type ScheduleSheet = keyof typeof SCHEDULE_SHEETS;
