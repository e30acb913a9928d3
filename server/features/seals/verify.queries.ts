import type { Connection, RowDataPacket } from 'mysql2/promise';
import { DIFFERING, linksOf, UNSEALED_EVENT, unsealedOf } from '../../domain/seals/links.sql.js';
import {
  EVENT_STREAM,
  LATEST_MS,
  OUTCOME_STREAM,
  type SealedStream,
} from '../../domain/seals/streams.rules.js';
import type { Finding, SealedRow, Verification } from '../../domain/seals/verify.rules.js';

const BATCH = 5_000;

export interface VerifyReport {
  stream: string;
  /** Links of the chain that were found right. */
  rows: number;
  /** Signed words about it. */
  heads: number;
  /** Words of chains that are no more: of a trial, or of data that were deleted. */
  earlier: number;
  /** The first that is not right; null: all is. */
  finding: Finding | null;
}
type ChainBegin = Pick<SealedRow, 'hash' | 'sourceId'>;

/** Follows a chain of the database that the connection is to, in the transaction that it has begun. */
export async function verifyChain(
  connection: Connection,
  verification: Verification,
  now: Date,
): Promise<VerifyReport> {
  const { stream, heads } = verification;
  const [[begun]] = await connection.query<RowDataPacket[]>(
    'SELECT source_id AS sourceId, hash FROM seal WHERE stream = ? AND seq = 0',
    [stream.name],
  );
  if (begun) verification.begin(begun as ChainBegin);
  const links = linksOf(stream);
  for (let full = true; full && !verification.finding;) {
    const [rows] = await connection.query<RowDataPacket[]>(links, [stream.name, verification.sealed, BATCH]);
    for (const row of rows) verification.take(row as SealedRow);
    full = rows.length === BATCH;
  }
  verification.end(
    await firstUnsealed(connection, stream, begun as ChainBegin | undefined, now),
    await firstDiffering(connection, verification),
  );
  const { sealed: rows, earlier, finding } = verification;
  return { stream: stream.name, rows, heads, earlier, finding };
}

/** The first decision or sign-in that is not what its outcomes say, once something was signed about outcomes. */
async function firstDiffering(
  connection: Connection,
  { stream, signedSince }: Verification,
): Promise<number | null> {
  if (stream !== OUTCOME_STREAM || !signedSince) return null;
  for (const differing of DIFFERING) {
    const [[row]] = await connection.query<RowDataPacket[]>(differing, [signedSince]);
    if (row) return row['id'] as number;
  }
  return null;
}

/** The first row that is neither sealed nor waits for it; of other rows than events none before their chain has begun. */
async function firstUnsealed(
  connection: Connection,
  stream: SealedStream,
  begun: ChainBegin | undefined,
  now: Date,
): Promise<number | null> {
  if (stream !== EVENT_STREAM && !begun) return null;
  const until = new Date(now.getTime() - LATEST_MS);
  const [[row]] = await (stream === EVENT_STREAM
    ? connection.query<RowDataPacket[]>(UNSEALED_EVENT, [begun?.sourceId ?? 0])
    : connection.query<RowDataPacket[]>(unsealedOf(stream), [new Date(0), until, 1]));
  return (row?.['id'] as number | undefined) ?? null;
}
