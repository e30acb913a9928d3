/** Where the first administrators belong until the institution is given its own name. */
export const FIRST_INSTITUTION = { code: 'MAIN', name: 'Recoup' } as const;
/**
 * Two people: what takes two of them is open from the first day. The host makes both, so that neither is tied to the other
 * (server/platform/auth/ties.ts).
 */
export const FIRST_USERNAMES = ['administrator', 'administrator2'] as const;
/** For how long a one-time password that the host gives opens a session. */
export const FIRST_PASSWORD_HOURS = 24;
