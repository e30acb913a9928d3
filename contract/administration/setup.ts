/** Steps an organisation needs before its first collector can record a call, in the order in which they are made. */
export const SETUP_STEPS = [
  'administrator', 'institution', 'group', 'queue', 'indicator', 'product', 'template', 'limits', 'phone', 'user', 'schedule', 'import',
  'handOut',
] as const; // prettier-ignore
export type SetupStep = (typeof SETUP_STEPS)[number];

/**
 * Open needs of a step that was begun: an active template, a phone that somebody has, a collector with group and queue, an
 * overdue loan, a collector for the cases that wait.
 */
export const SETUP_GAPS = ['inactive', 'unbound', 'nowhere', 'notOverdue', 'waiting'] as const;
export type SetupGap = (typeof SETUP_GAPS)[number];

/** `setup/steps`: every step in order, and whether the viewer's institutions have what it makes. */
export interface SetupState {
  step: SetupStep;
  done: boolean;
  /** Null when it is done, or when nothing of it is there yet. */
  gap: SetupGap | null;
}
