import type { Language } from '../codes.js';

/** The two sheets of a schedule, and the heads of their columns. */
export const SCHEDULE_SHEETS = {
  plan: [
    'date', 'queue', 'caseAllocation', 'expectedReminderCases', 'perCapitaMin', 'perCapitaMax', 'minSeats', 'maxSeats',
    'expectedStaff',
  ],
  people: ['date', 'username', 'status'],
} as const; // prettier-ignore
export type ScheduleSheet = keyof typeof SCHEDULE_SHEETS;
export type ScheduleColumn = (typeof SCHEDULE_SHEETS)[ScheduleSheet][number];

/** The heads in the words of the schedule's page. A file may have those of any language, or the names above. */
export const SCHEDULE_HEADS: Record<ScheduleColumn, Record<Language, string>> = {
  date: { en: 'Date', es: 'Fecha', cn: '日期' },
  queue: { en: 'Queue', es: 'Cola', cn: '队列' },
  caseAllocation: { en: 'Expected cases', es: 'Casos previstos', cn: '预计案件' },
  expectedReminderCases: {
    en: 'Expected reminder cases',
    es: 'Casos de recordatorio previstos',
    cn: '预计催收案件',
  },
  perCapitaMin: { en: 'Per capita, min', es: 'Por gestor, mínimo', cn: '人均下限' },
  perCapitaMax: { en: 'Per capita, max', es: 'Por gestor, máximo', cn: '人均上限' },
  minSeats: { en: 'Seats, min', es: 'Posiciones, mínimo', cn: '坐席下限' },
  maxSeats: { en: 'Seats, max', es: 'Posiciones, máximo', cn: '坐席上限' },
  expectedStaff: { en: 'Expected staff', es: 'Personal previsto', cn: '预计人力' },
  username: { en: 'Account', es: 'Cuenta', cn: '账号' },
  status: { en: 'Status', es: 'Estatus', cn: '状态' },
};
/** Head of the column of reasons in a refused file. */
export const CORRECTIONS_HEAD: Record<Language, string> = {
  en: 'To correct',
  es: 'Por corregir',
  cn: '待修正',
};
