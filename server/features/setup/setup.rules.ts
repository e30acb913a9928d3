/** Where the first administrator belongs until the institution is given its own name. */
export const FIRST_INSTITUTION = { code: 'MAIN', name: 'Recoup' } as const;
export const FIRST_USERNAME = 'administrator';
/** For how long the first administrator's one-time password opens a session. */
export const FIRST_PASSWORD_HOURS = 24;
