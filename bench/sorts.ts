import { CASE_SORTS } from '../contract/cases/cases.js';
import { QUEUE_CASE_STATES, QueueCasesQuery } from '../contract/team/queues.js';
import { PROMISE_LANES, PromiseListQuery } from '../contract/cases/promises.js';
import { COUNT_CAP } from '../contract/shared/page.js';
import { castOf } from './lib/cast.js';
import type { Context } from './lib/context.js';
import { count, holds, type Figure } from './lib/figures.js';
import { Rehearsal } from './lib/rehearsal.js';
import { inEachOrder, MOST, namesOf, rowsRead } from './lib/rows-read.js';
import { foldCounts, query, startServer, type Site } from './lib/site.js';

/** Promises behind the last page that can be jumped to are counted, and none is looked for: no other list answers so. */
const BEHIND = `&page=${COUNT_CAP + 1}`;

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
      const whole = await rowsRead(site, server.port, seat.token, path);
      if (whole === null) continue;
      const isCounted = path.startsWith('promise/');
      const counted = isCounted ? (await rowsRead(site, server.port, seat.token, path + BEHIND))! : 0;
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
  const cases = inEachOrder('task/listing?', CASE_SORTS);
  if (role === 'collector') return cases;
  const [largest] = await query(site.databaseUrl, async (connection) => {
    const [rows] = await connection.query(
      'SELECT queue_id AS id FROM collection_case WHERE is_open = 1 GROUP BY queue_id ORDER BY COUNT(*) DESC LIMIT 1',
    );
    return rows as { id: number }[];
  });
  const promises = PROMISE_LANES.flatMap((lane) =>
    inEachOrder(`promise/list?lane=${lane}&`, namesOf(PromiseListQuery)),
  );
  const queued = QUEUE_CASE_STATES.flatMap((state) =>
    inEachOrder(`management/queue/tasks/${largest!.id}?state=${state}&`, namesOf(QueueCasesQuery)),
  );
  const uncovered = inEachOrder('allocation/uncovered?', namesOf(QueueCasesQuery));
  return [...cases, ...promises, ...uncovered, ...(role === 'leader' ? [] : queued)];
}
