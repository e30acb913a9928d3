import { createHash } from 'node:crypto';

/** Rows of one table that are only added, with the columns that nobody changes afterwards. */
export interface SealedStream {
  /** In `seal.stream` and in signed words. */
  name: string;
  table: string;
  /** In the order in which they are hashed, the row's id first. */
  columns: readonly string[];
  /** The column of when a row was made, by which those without a seal are looked for. */
  at?: string;
  /** Further columns that a sealed one vouches for. */
  vouched?: { columns: readonly string[]; holds: (row: object) => boolean };
}

/** Sealed by the relay, in the transaction that empties the outbox. */
export const EVENT_STREAM: SealedStream = {
  name: 'EVENT',
  table: 'domain_event',
  columns: [
    ...['id', 'name', 'subject_type', 'subject_id', 'case_id', 'actor_id', 'payload', 'request_id'],
    ...['effective_at', 'recorded_at'],
  ],
};

/**
 * Decisions before each contact, and by which policy they were made. The relay looks for them: a decision has no event that
 * would be in the outbox. What became of the act changes later: {@link OUTCOME_STREAM} has it.
 */
export const RECEIPT_STREAM: SealedStream = {
  name: 'RECEIPT',
  table: 'contact_receipt',
  columns: [
    ...['id', 'case_id', 'borrower_id', 'contact_id', 'channel', 'kind', 'slot', 'allowed', 'actor_id'],
    ...['policy_version', 'policy_above', 'override_id', 'call_back_at', 'decision'],
    ...['free_before', 'free_after', 'free_spoken', 'at'],
  ],
  at: 'at',
};

/** Claims of a sign-in that name the person, the place and the device. */
export interface SignInClaims {
  username: string;
  address: string;
  gps: string | null;
  veins: string | null;
  userAgent: string | null;
  browserHash: Buffer | null;
}

/** @returns SHA-256 in hex, over the 16 bytes of the salt and the claims as a JSON array in UTF-8, the browser's hash in hex */
export function claimsHash(salt: Buffer, claims: SignInClaims): string {
  const { username, address, gps, veins, userAgent, browserHash } = claims;
  const values = [username, address, gps, veins, userAgent, browserHash?.toString('hex') ?? null];
  return createHash('sha256').update(salt).update(JSON.stringify(values)).digest('hex');
}

/** Attempts to sign in, without personal data: those are vouched for by their salted hash. Rows of before have none. */
export const SIGN_IN_STREAM: SealedStream = {
  name: 'SIGN_IN',
  table: 'login_audit',
  columns: ['id', 'user_id', 'institution_id', 'method', 'begun_as', 'known', 'person_hash', 'at'],
  at: 'at',
  vouched: {
    columns: ['username', 'address', 'gps', 'veins', 'user_agent', 'browser_hash', 'salt'],
    holds: (row) => {
      const { personHash, salt, ...claims } = row as SignInClaims & {
        personHash: string | null;
        salt: Buffer | null;
      };
      return personHash === null || (salt !== null && personHash === claimsHash(salt, claims));
    },
  },
};

/** Each change of what became of a decision or of a sign-in. */
export const OUTCOME_STREAM: SealedStream = {
  name: 'OUTCOME',
  table: 'outcome',
  columns: ['id', 'kind', 'row_id', 'facts', 'at'],
  at: 'at',
};

/** Rows that have no event that would be in the outbox. */
export const SWEPT_STREAMS: readonly SealedStream[] = [RECEIPT_STREAM, SIGN_IN_STREAM, OUTCOME_STREAM];

export const STREAMS: readonly SealedStream[] = [EVENT_STREAM, ...SWEPT_STREAMS];

/** The longest that a row waits for its seal: its transaction was slow, or a clock is behind. */
export const LATEST_MS = 20 * 60_000;

/** A value as the database's driver gives it. */
export type Value = string | number | Date | null;

/** A column's name in a row that was read. */
export const keyOf = (column: string): string =>
  column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Columns of `alias`, under the names of {@link keyOf}. */
export const columnsOf = ({ columns }: Pick<SealedStream, 'columns'>, alias: string): string =>
  columns.map((column) => `${alias}.${column} AS ${keyOf(column)}`).join(', ');
