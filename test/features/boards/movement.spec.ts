import { beforeAll, expect, it } from '@jest/globals';
import type { BoardReplay, BoardSeats } from '../../../contract/team/boards.js';
import { businessDay } from '../../../contract/shared/date.js';
import { workingDaysBefore } from '../../../contract/shared/holidays.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { insert } from '../../data/rows.js';
import { createUser, type Client, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';

const TODAY = businessDay(new Date());
const BEFORE = workingDaysBefore(TODAY, 1);
let ana: Person;
let beto: Person;

const { api, org, leader, supervisor } = useSite({ people: { leader: 'leader', supervisor: 'supervisor' } });
beforeAll(async () => {
  ana = await createUser(api, org, 'member', { name: 'Ana' });
  beto = await createUser(api, org, 'member', { name: 'Beto' });
  const fresh = await createUser(api, org, 'member', { name: 'Nueva' });
  const day = (day: string, received: [Person, number][]) =>
    received.map(([{ id }, amount]) => ({
      ...{ collector_id: id, day, institution_id: org.institutionId, group_id: org.groupId },
      ...{ queue_id: org.queueId, ranked: id !== fresh.id, target_fixed: 1_000, target_unit: 'centavos' },
      ...{ task_count: 10, received_amount: amount },
    }));
  await api.get(Database).run(
    insert('collector_day', [
      ...day(BEFORE, [[ana, 100], [beto, 500], [fresh, 900]]),
      ...day(TODAY, [[ana, 0], [beto, 0], [fresh, 0]]),
    ]),
  ); // prettier-ignore
});

const opened = async (who: Client) => (await who.get<BoardSeats>('dashboard/personal')).data.ranksBefore;

it('counts movement from the end of the working day before, whenever the board is opened', async () => {
  const early = await opened(leader);
  const place = { queueId: org.queueId };
  expect(early.day).toBe(BEFORE);
  expect(early.ranks.toSorted((one, other) => one.ranking - other.ranking)).toEqual([
    { ...place, collectorId: beto.id, ranking: 1 },
    { ...place, collectorId: ana.id, ranking: 2 },
  ]);
  await api.rows(sql`
    UPDATE collector_day SET received_amount = 900, version = version + 1 WHERE collector_id = ${ana.id} AND day = ${TODAY}`);
  const supervised = await supervisor.get<BoardSeats>(`dashboard/personal?groupId=${org.groupId}`);
  expect(supervised.data.ranksBefore).toEqual(early);
  const { data } = await leader.get<BoardReplay>('dashboard/replay?minute=00:00');
  expect(data.seats.ranksBefore).toEqual(early);
});
