import { createHash, randomBytes } from 'node:crypto';
import { keyOf, type SealedStream, type Value } from './streams.rules.js';

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

/** A row of a sealed stream, by its columns' keys. */
export type StoredRow = { id: number } & Record<string, Value>;

/** The hash before the first row: random, so that it names the chain. */
export const newBeginning = (): Buffer => randomBytes(32);

/**
 * SHA-256 over the 32 bytes of the hash before and the row's columns, in the stream's order, as a JSON array in UTF-8; times
 * are ISO 8601 in UTC with milliseconds. Whoever checks rows without this product needs no more than this sentence.
 *
 * @param keys of the row's columns
 */
export function sealOf(before: Buffer, keys: readonly string[], row: object): Buffer {
  const values = keys.map((key) => (row as Record<string, Value>)[key]);
  return createHash('sha256').update(before).update(JSON.stringify(values)).digest();
}

export const keysOf = ({ columns }: SealedStream): readonly string[] => columns.map(keyOf);

export type SealRow = [stream: string, seq: number, sourceId: number, hash: Buffer];

/** The end of a chain. */
export class Chain {
  constructor(
    readonly stream: SealedStream,
    readonly seq: number,
    readonly hash: Buffer,
    private readonly keys = keysOf(stream),
  ) {}

  /** The seals of the next rows, and the chain behind them; this one stays what it is, should they not be stored. */
  over(added: readonly { id: number }[]): { rows: SealRow[]; next: Chain } {
    let { seq, hash } = this;
    const rows = added.map((row): SealRow => {
      hash = sealOf(hash, this.keys, row);
      return [this.stream.name, ++seq, row.id, hash];
    });
    return { rows, next: new Chain(this.stream, seq, hash, this.keys) };
  }
}
