import { createHash, randomBytes } from 'node:crypto';

/** A row of the log, its payload as the database stores it. */
export interface StoredEvent {
  id: number;
  name: string;
  subjectType: string;
  subjectId: number;
  caseId: number | null;
  actorId: number | null;
  payload: string;
  requestId: string | null;
  effectiveAt: Date;
  recordedAt: Date;
}

export const EVENT_STREAM = 'EVENT';

/** The hash before the first event: random, so that it names the chain. */
export const newBeginning = (): Buffer => randomBytes(32);

/**
 * SHA-256 over the 32 bytes of the hash before and the row's columns, in the order below, as a JSON array in UTF-8; times
 * are ISO 8601 in UTC with milliseconds. Whoever checks a log without this product needs no more than this sentence.
 */
export function sealOf(before: Buffer, event: StoredEvent): Buffer {
  const { id, name, subjectType, subjectId, caseId, actorId, payload, requestId, effectiveAt, recordedAt } =
    event;
  const times = [effectiveAt.toISOString(), recordedAt.toISOString()];
  const row = [id, name, subjectType, subjectId, caseId, actorId, payload, requestId, ...times];
  return createHash('sha256').update(before).update(JSON.stringify(row)).digest();
}

export type SealRow = [stream: string, seq: number, sourceId: number, hash: Buffer];

/** The end of a chain. */
export class Chain {
  constructor(
    readonly seq: number,
    readonly hash: Buffer,
  ) {}

  /** The seals of the next events, and the chain behind them; this one stays what it is, should they not be stored. */
  over(events: readonly StoredEvent[]): { rows: SealRow[]; next: Chain } {
    let { seq, hash } = this;
    const rows = events.map((event): SealRow => {
      hash = sealOf(hash, event);
      return [EVENT_STREAM, ++seq, event.id, hash];
    });
    return { rows, next: new Chain(seq, hash) };
  }
}
