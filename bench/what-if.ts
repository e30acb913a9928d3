import { addDays, businessDay } from '../contract/shared/date.js';
import type { WhatIf } from '../contract/team/what-if.js';
import { castOf } from './lib/cast.js';
import type { Context } from './lib/context.js';
import { count, median, now, note, within, type Figure } from './lib/figures.js';
import { Rehearsal } from './lib/rehearsal.js';

const CASES = 50_000;
const ASKS = 15;
const TARGET_MS = 1_000;
const ABSENT = 20;

/** A supervisor tries tomorrow out: other limits in every queue, and people who are absent. */
export async function whatIf({ options, site: siteOf }: Context): Promise<Figure[]> {
  const site = await siteOf(Math.min(CASES, options.cases));
  return Rehearsal.of(site, async (rehearsal) => {
    const { supervisor } = await castOf(site, rehearsal, 1);
    const day = addDays(businessDay(new Date()), 1);
    const times: number[] = [];
    const ask = async (body: object): Promise<WhatIf> => {
      const started = now();
      const { token } = supervisor;
      const query = {
        method: 'POST',
        path: 'workSchedule/whatIf',
        token,
        body: JSON.stringify(body),
      } as const;
      const { answer } = await rehearsal.ask(query);
      times.push(now() - started);
      return answer.data as unknown as WhatIf;
    };
    const { queues, people } = await ask({ day });
    for (let at = 1; at < ASKS; at++)
      await ask({
        day,
        queues: queues.map(({ queueId }) => ({ queueId, perCapitaMin: 0, perCapitaMax: 20 + at })),
        people: people.slice(0, ABSENT).map(({ userId }) => ({ userId, status: 'ABSENT' })),
      });
    const cases = queues.reduce((sum, { today: { figures } }) => sum + figures.covered + figures.unworked, 0);
    const load = `${count(cases)} open cases, ${count(queues.length)} queues, ${ASKS} asks`;
    return [
      note('what-if: median', load, `${Math.round(median(times))} ms`),
      within('what-if: slowest', load, Math.max(...times), TARGET_MS),
    ];
  });
}
