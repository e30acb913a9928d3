/** What an organisation needs before its first collector can record a call, in the order in which it is made. */
export const SETUP_STEPS = [
  'institution', 'group', 'queue', 'indicator', 'product', 'template', 'limits', 'phone', 'user', 'schedule', 'import',
] as const; // prettier-ignore
export type SetupStep = (typeof SETUP_STEPS)[number];

/** `setup/steps`: every step in order, and whether the viewer's institutions have what it makes. */
export interface SetupState {
  step: SetupStep;
  done: boolean;
}
