import { createApp } from '../../server/app.js';
import { MoneyWork, type WorkReport } from '../data/money/work.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';

const STEPS = 20_000;

/**
 * Random work on the money of many loans for a year of its own: a server in this process, whose clock the work moves, while
 * the others rest. After each step all that must be true of the loan item is asked of the database.
 */
export const moneyWork: Fault = {
  id: 'F24',
  name: 'random work on the money of loans, 20,000 steps',
  async run(rig) {
    for (const app of [...rig.servers, ...rig.workers]) await app.stop();
    const seed = 10_000 + Math.floor(Math.random() * 800_000);
    const { report, until } = await work(rig, seed);
    // What follows goes on by the work's clock: an event is folded into the day on which it was recorded.
    const clock = { RECOUP_CLOCK_AT: until.toISOString(), RECOUP_CLOCK_FROM: new Date().toISOString() };
    for (const app of [...rig.workers, ...rig.servers]) {
      app.use(clock);
      app.start();
    }
    for (const app of [...rig.workers, ...rig.servers]) await app.ready();
    const done = Object.entries(report.done).map(([name, times]) => `${name} ${times}`);
    const notes = [
      `seed ${seed}: ${report.items} loans, ${done.join(', ')}, ${report.refused} refused, up to ${until.toISOString()}`,
    ];
    return { load: `${STEPS} steps, one after another`, recoveries: [], failures: report.failure, notes };
  },
};

async function work(rig: Rig, seed: number): Promise<{ report: WorkReport; until: Date }> {
  Object.assign(process.env, rig.env);
  const app = await createApp();
  try {
    const [leader, other] = rig.company.leaders;
    const groupId = leader!.groupId!;
    const team = rig.company.collectors.filter((person) => person.groupId === groupId);
    const [place] = await rig.rows<{ institutionId: number; queueId: number; code: string; queue: string }>(`
      SELECT i.id AS institutionId, q.id AS queueId, i.code, q.code AS queue
      FROM queue q JOIN institution i ON i.id = q.institution_id`);
    const money = new MoneyWork(
      {
        ...{ get: (type) => app.get(type, { strict: false }), ...place!, groupId },
        institutionCode: place!.code,
        queueCode: place!.queue,
        collectorIds: team.slice(0, 3).map(({ id }) => id),
        leaderId: leader!.id,
        adminId: other!.id,
      },
      seed,
    );
    const report = await money.run(STEPS);
    return { report, until: money.clock };
  } finally {
    await app.close();
  }
}
