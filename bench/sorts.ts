import { CASE_SORTS } from '../contract/cases/cases.js';
import { QUEUE_CASE_STATES, QueueCasesQuery } from '../contract/team/queues.js';
import { PROMISE_LANES, PromiseListQuery } from '../contract/cases/promises.js';
import { COUNT_CAP } from '../contract/shared/page.js';
import { castOf, type Seat } from './lib/cast.js';
import type { Context } from './lib/context.js';
import { count, holds, type Figure } from './lib/figures.js';
import { sessionHeaders } from './lib/http-connection.js';
import { Rehearsal } from './lib/rehearsal.js';
import { foldCounts, query, startServer, type Site } from './lib/site.js';

/** Rows that are sorted, and those that are joined to a page. */
const MOST = COUNT_CAP + 1 + 2_000;
/** Promises behind the last page that can be jumped to are counted, and none is looked for: no other list answers so. */
const BEHIND = `&page=${COUNT_CAP + 1}`;
const TIMES = 3;
const ORDERS = ['asc', 'desc'] as const;

/** Rows that the database reads for a page of each list in each order: by an index, or at most as many as are counted. Of a queue's and of uncovered cases the count is among them. */
export async function sorts({ options, say, site: siteOf }: Context): Promise<Figure[]> {
  const site = await siteOf(options.cases);
  const cast = await Rehearsal.of(site, (rehearsal) => castOf(site, rehearsal, 1));
  await foldCounts(site);
  const server = await startServer(site);
  const figures: Figure[] = [];
  const seats = { collector: cast.collectors[0]!, leader: cast.leaders[0]!, supervisor: cast.supervisor };
  for (const [role, seat] of Object.entries(seats))
    for (const path of await listsOf(site, role)) {
      const whole = await readBy(site, server.port, seat, path);
      if (whole === null) continue;
      const isCounted = path.startsWith('promise/');
      const counted = isCounted ? (await readBy(site, server.port, seat, path + BEHIND))! : 0;
      const read = whole - counted;
      say(`${role} ${path}: ${count(read)} rows`);
      const what = `sorts: ${path}, ${role}`;
      figures.push(
        holds(
          what,
          `${count(options.cases)} cases`,
          `${count(read)} rows`,
          `<= ${count(MOST)}`,
          read <= MOST,
        ),
      );
    }
  await server.stop();
  return figures;
}

async function listsOf(site: Site, role: string): Promise<string[]> {
  const sorted = (path: string, names: readonly string[]) =>
    names.flatMap((sort) => ORDERS.map((order) => `${path}sort=${sort}&order=${order}`));
  const cases = sorted('task/listing?', CASE_SORTS);
  if (role === 'collector') return cases;
  const [largest] = await query(site.databaseUrl, async (connection) => {
    const [rows] = await connection.query(
      'SELECT queue_id AS id FROM collection_case WHERE is_open = 1 GROUP BY queue_id ORDER BY COUNT(*) DESC LIMIT 1',
    );
    return rows as { id: number }[];
  });
  const namesOf = (schema: { shape: { sort: { unwrap: () => { options: readonly string[] } } } }) =>
    schema.shape.sort.unwrap().options;
  const promises = PROMISE_LANES.flatMap((lane) =>
    sorted(`promise/list?lane=${lane}&`, namesOf(PromiseListQuery)),
  );
  const queued = QUEUE_CASE_STATES.flatMap((state) =>
    sorted(`management/queue/tasks/${largest!.id}?state=${state}&`, namesOf(QueueCasesQuery)),
  );
  const uncovered = sorted('allocation/uncovered?', namesOf(QueueCasesQuery));
  return [...cases, ...promises, ...uncovered, ...(role === 'leader' ? [] : queued)];
}

/** The least of a few, since other connections may have read something meanwhile; null: an order that the person is refused. */
async function readBy(
  { databaseUrl }: Site,
  port: number,
  { token }: Seat,
  path: string,
): Promise<number | null> {
  return query(databaseUrl, async (connection) => {
    const rowsRead = async () => {
      const [rows] = await connection.query(`
        SELECT COALESCE(SUM(rows_read), 0) AS rowsRead FROM information_schema.table_statistics WHERE table_schema = DATABASE()`);
      return Number((rows as { rowsRead: string }[])[0]!.rowsRead);
    };
    await connection.query('SET GLOBAL userstat = 1');
    const reads: number[] = [];
    for (let time = 0; time < TIMES; time++) {
      const before = await rowsRead();
      const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, { headers: sessionHeaders(token) });
      const { code, message } = (await answer.json()) as { code: string; message: string };
      if (code === '22') return null;
      if (code !== '00') throw new Error(`${path}: ${message}`);
      reads.push((await rowsRead()) - before);
    }
    return Math.min(...reads);
  });
}
