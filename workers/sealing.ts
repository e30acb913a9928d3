import type { PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { Chain, EVENT_STREAM, newBeginning } from '../server/domain/seals/seal.rules.js';

/** With the rows' seals in its one parameter. */
export const INSERT_SEALS = 'INSERT INTO seal (stream, seq, source_id, hash) VALUES ?';

/** The end of the log's chain, which begins behind the newest event that was carried before there were seals. For the holder of the relay's lock. */
export async function openChain(connection: PoolConnection): Promise<Chain> {
  const [rows] = await connection.query<RowDataPacket[]>(
    'SELECT seq, hash FROM seal WHERE stream = ? ORDER BY seq DESC LIMIT 1',
    [EVENT_STREAM],
  );
  const end = rows[0];
  if (end) return new Chain(end['seq'] as number, end['hash'] as Buffer);
  const beginning = newBeginning();
  await connection.query<ResultSetHeader>(
    `INSERT INTO seal (stream, seq, source_id, hash)
     SELECT ?, 0, COALESCE((SELECT e.id FROM domain_event e LEFT JOIN outbox o ON o.event_id = e.id
       WHERE o.event_id IS NULL ORDER BY e.id DESC LIMIT 1), 0), ?`,
    [EVENT_STREAM, beginning],
  );
  return new Chain(0, beginning);
}
