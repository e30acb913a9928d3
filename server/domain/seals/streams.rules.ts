/** Rows of one table that are only added, with the columns that nobody changes afterwards. */
export interface SealedStream {
  /** In `seal.stream` and in signed words. */
  name: string;
  table: string;
  /** In the order in which they are hashed, the row's id first. */
  columns: readonly string[];
  /** The column of when a row was made, by which those without a seal are looked for. */
  at?: string;
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
 * would be in the outbox. What became of the act (`counted`, `conversation_at`, `released`) changes later and is not in the hash.
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

export const STREAMS: readonly SealedStream[] = [EVENT_STREAM, RECEIPT_STREAM];

/** The longest that a row waits for its seal: its transaction was slow, or a clock is behind. */
export const LATEST_MS = 20 * 60_000;

/** A value as the database's driver gives it. */
export type Value = string | number | Date | null;

/** A column's name in a row that was read. */
export const keyOf = (column: string): string =>
  column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The stream's columns of `alias`, under the names of {@link keyOf}. */
export const columnsOf = ({ columns }: SealedStream, alias: string): string =>
  columns.map((column) => `${alias}.${column} AS ${keyOf(column)}`).join(', ');
