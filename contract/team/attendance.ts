/** A session ends when nobody has done anything for so long. */
export const SESSION_HOURS = 12;
/**
 * On a request that nobody caused: a poll, or what a push made an open page ask. It keeps no session alive; one without
 * this header, as every other client sends it, does.
 */
export const UNATTENDED_HEADER = 'x-unattended';
