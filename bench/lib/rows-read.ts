import { COUNT_CAP } from '../../contract/shared/page.js';
import { sessionHeaders } from './http-connection.js';
import { query, type Site } from './site.js';

/** Rows that are sorted, and those that are joined to a page. */
export const MOST = COUNT_CAP + 1 + 2_000;
const TIMES = 3;
const ORDERS = ['asc', 'desc'] as const;

/** @param path ends with ? or & */
export const inEachOrder = (path: string, names: readonly string[]): string[] =>
  names.flatMap((sort) => ORDERS.map((order) => `${path}sort=${sort}&order=${order}`));

/** Names that a list's query takes as its sort. */
export const namesOf = (query: {
  shape: { sort: { unwrap: () => { options: readonly string[] } } };
}): readonly string[] => query.shape.sort.unwrap().options;

/**
 * Rows of tables that the database reads for an answer: the least of a few, since other connections may have read something meanwhile.
 * Null: an order that the person is refused. MariaDB's statistics of tables count them.
 */
export async function rowsRead(
  { databaseUrl }: Site,
  port: number,
  token: string,
  path: string,
): Promise<number | null> {
  return query(databaseUrl, async (connection) => {
    const readSoFar = async () => {
      const [rows] = await connection.query(`
        SELECT COALESCE(SUM(rows_read), 0) AS rowsRead FROM information_schema.table_statistics WHERE table_schema = DATABASE()`);
      return Number((rows as { rowsRead: string }[])[0]!.rowsRead);
    };
    await connection.query('SET GLOBAL userstat = 1');
    const reads: number[] = [];
    for (let time = 0; time < TIMES; time++) {
      const before = await readSoFar();
      const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, { headers: sessionHeaders(token) });
      const { code, message } = (await answer.json()) as { code: string; message: string };
      if (code === '22') return null;
      if (code !== '00') throw new Error(`${path}: ${message}`);
      reads.push((await readSoFar()) - before);
    }
    return Math.min(...reads);
  });
}
