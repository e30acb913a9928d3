import { createApp } from '../../server/app.js';
import { ReplayService } from '../../server/features/replay/replay.service.js';
import { Database } from '../../server/platform/db/database.js';
import { MoneyWork, type WorkReport } from '../data/money/work.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';

const STEPS = 20_000;
const DATABASE = 'recoup_faults_money';

/**
 * Random work on the money of many loans for a year of its own: by a server in this process, whose clock the work moves, in a
 * database beside the rig's. After each step all that must be true of the loan item is asked for.
 */
export const moneyWork: Fault = {
  id: 'F24',
  name: 'random work on the money of loans',
  async run(rig) {
    const seed = 10_000 + Math.floor(Math.random() * 800_000);
    const { report, until, differences } = await work(rig, seed);
    const done = Object.entries(report.done).map(([name, times]) => `${name} ${times}`);
    const notes = [
      `seed ${seed}: ${report.items} loans, ${done.join(', ')}, ${report.refused} refused, up to ${until.toISOString()}`,
    ];
    const failures = [...report.failure, ...differences];
    return { load: `${STEPS} steps, one after another`, recoveries: [], failures, notes };
  },
};

interface Worked {
  report: WorkReport;
  until: Date;
  differences: string[];
}

async function work(rig: Rig, seed: number): Promise<Worked> {
  const { company, env } = await rig.besides(DATABASE);
  Object.assign(process.env, env);
  const app = await createApp();
  try {
    const [leader, other] = company.leaders;
    const groupId = leader!.groupId;
    const team = company.collectors.filter((person) => person.groupId === groupId);
    const database = app.get(Database);
    const money = new MoneyWork(
      {
        get: (type) => app.get(type, { strict: false }),
        ...{ ...company.place, groupId },
        collectorIds: team.slice(0, 3).map(({ id }) => id),
        leaderId: leader!.id,
        adminId: other!.id,
      },
      seed,
    );
    const report = await money.run(STEPS);
    const replay = new ReplayService(database);
    const differences = [...(await replay.check()).differences, ...(await replay.checkMoney())];
    return { report, until: money.clock, differences };
  } finally {
    await app.close();
  }
}
