import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ScoreCard } from '../../../contract/team/boards.js';
import { CaseMovesService } from '../../../server/features/case-work/cases/moves/case-moves.service.js';
import { DaysService } from '../../../server/features/case-work/score-cards/days.service.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { SYSTEM } from '../../../server/platform/auth/actor.js';
import { Database } from '../../../server/platform/db/database.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { insert } from '../../data/rows.js';
import { Random } from '../../data/money/random.js';
import { createCase } from '../../support/cases.js';
import { createOrg, createUser, signedIn, type Client, type Org } from '../../support/org.js';
import { useSite } from '../../support/site.js';

const DAY = '2026-11-18';
const STEPS = [
  { minDpd: 1, rate: 0.051 },
  { minDpd: 16, rate: 0.023 },
];
interface Owned {
  amount: number;
  days: number;
}
const sumOf = (owned: readonly Owned[], worth: (one: Owned) => number) =>
  owned.reduce((sum, one) => sum + worth(one), 0);

/** Each method, told once more. */
const METHODS = {
  RATE_AMOUNT: {
    target: 0.037,
    asks: (owned: Owned[]) => Math.round(sumOf(owned, ({ amount }) => 37 * amount) / 1000),
  },
  RATE_CASES: { target: 0.3, asks: (owned: Owned[]) => Math.ceil((3 * owned.length) / 10) },
  FIXED_AMOUNT: { target: 77_000, asks: () => 77_000 },
  BUCKETED: {
    target: 0,
    asks: (owned: Owned[]) =>
      Math.round(sumOf(owned, ({ amount, days }) => amount * (days >= 16 ? 23 : days >= 1 ? 51 : 0)) / 1000),
  },
} as const;

const { api } = useSite({ clock: `${DAY}T18:00:00Z` });

describe.each(Object.entries(METHODS))('a target by %s', (method, { target, asks }) => {
  let org: Org;
  let team: Client[];
  beforeAll(async () => {
    org = await createOrg(api, method);
    team = await Promise.all(
      ['Ana', 'Beto', 'Carla'].map(async (name) =>
        signedIn(api, await createUser(api, org, 'member', { name })),
      ),
    );
    await api.get(Database).run(
      insert('indicator', [
        {
          ...{ id: await api.get(Ids).take(), queue_id: org.queueId, method, target, effective_from: DAY },
          buckets: method === 'BUCKETED' ? JSON.stringify(STEPS) : null,
        },
      ]),
    );
  });

  it('is that of the cases that one has now, to the centavo', async () => {
    const random = new Random(20_261_128);
    const cases = [];
    for (let at = 0; at < 16; at++) {
      const owner = at % 2 === 0 ? team[at % 3]!.person.id : null;
      const [amount, days] = [random.whole(10_001, 999_999), random.whole(1, 30)];
      const { id } = await createCase(api, org, { ownerId: owner, periods: [amount], daysPastDue: days });
      cases.push({ id, amount, days, owner });
    }
    await api.get(DaysService).openAll();
    const moves = api.get(CaseMovesService);
    for (let round = 0; round < 12; round++) {
      const moved = cases.filter(() => random.whole(0, 2) === 0);
      const taker = random.whole(0, 3);
      const to = team[taker]?.person.id ?? null;
      const taskIds = moved.map(({ id }) => id);
      const { accepted } = await (to === null
        ? moves.release(SYSTEM, taskIds)
        : moves.assign(SYSTEM, { taskIds, agentIds: [to] }));
      for (const one of cases) if (accepted.includes(one.id)) one.owner = to;
      for (const { agent, person } of team) {
        const card = (await agent.get('/api/achievementBoard/queryAgentAchievement')).body as ScoreCard;
        const owned = cases.filter(({ owner }) => owner === person.id);
        expect(card).toMatchObject({
          taskCount: owned.length,
          payableAmount: sumOf(owned, ({ amount }) => amount),
          purpose: asks(owned),
        });
      }
    }
  });
});

it('are what the log says', async () => {
  const rows = await api.rows<{ n: number }>(sql`SELECT COUNT(*) AS n FROM collector_day `);
  expect(rows[0]!.n).toBe(12);
  expect((await new ReplayService(api.get(Database)).check()).differences).toEqual([]);
});
