import mysql, { type RowDataPacket } from 'mysql2/promise';
import type { SeedParameters } from './parameters.js';

/** What a finished demo was seeded with; null when the migrated database has none. */
export async function finishedDemo(uri: string): Promise<SeedParameters | null> {
  const connection = await mysql.createConnection({ uri });
  try {
    const [rows] = await connection.query<RowDataPacket[]>(
      'SELECT parameters FROM demo_seed WHERE id = 1 AND done_at IS NOT NULL',
    );
    return rows[0] ? (JSON.parse(rows[0]['parameters'] as string) as SeedParameters) : null;
  } finally {
    await connection.end();
  }
}
