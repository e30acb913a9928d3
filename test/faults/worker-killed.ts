import { doubledIn } from '../../bench/lib/carrier-control.js';
import type { App } from './rig/apps.js';
import { allowMessages, message, UNSENT } from './rig/carrier.js';
import type { SandboxApp } from './rig/sandbox-app.js';
import { isAcknowledged } from './rig/calls.js';
import { workersUser } from './rig/database.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';
import { until } from './rig/wait.js';

const KILLS = 20;
const EACH = 50;
/** The carrier holds its answer for so long; its receipt comes after 400 ms. */
const ANSWER_MS = 1_500;
const RECEIPTS_LATE_MS = 60_000;

type Moment = 'before submit' | 'after submit' | 'after receipt';
const MOMENTS: readonly Moment[] = ['before submit', 'after submit', 'after receipt'];

/**
 * Workers die by kill -9 while they send: when a claim waits for the database, when the carrier has taken messages and not
 * answered, and when its receipts came before its answers. The carrier's own log must have every message exactly once.
 */
export const workerKilled: Fault = {
  id: 'F2',
  name: `kill -9 worker mid-SMS, ${KILLS} times`,
  workers: 2,
  sandbox: true,
  async run(rig) {
    const sandbox = rig.sandbox!;
    await allowMessages(rig);
    const recoveries: number[] = [];
    const taken: Record<Moment, number> = { 'before submit': 0, 'after submit': 0, 'after receipt': 0 };
    for (let n = 0; n < KILLS; n++) {
      const moment = MOMENTS[n % MOMENTS.length]!;
      const before = (await sandbox.carrier.log()).total;
      const { app, at } = await killAt(rig, sandbox, moment, n);
      taken[moment] += (await sandbox.carrier.log()).total - before;
      await sandbox.carrier.change({ delayMs: 0, lateMs: 0 });
      app.start();
      await until('every message to be sent', async () => (await rig.count(UNSENT)) === 0, 60_000);
      recoveries.push(performance.now() - at);
      await app.ready();
    }
    const sent = rig.clients.journal.filter(
      (entry) => entry.call.kind === 'message' && isAcknowledged(entry),
    );
    const failures = await compare(rig, sandbox, sent.length);
    const notes = [
      `${sent.length} messages; taken by the carrier when the worker died: ${MOMENTS.map((moment) => `${moment} ${taken[moment]}`).join(', ')}`,
      'recovery: until every message of that kill had left for the carrier',
    ];
    return { load: `${EACH} messages at each kill`, recoveries, failures, notes };
  },
};

async function killAt(
  rig: Rig,
  sandbox: SandboxApp,
  moment: Moment,
  n: number,
): Promise<{ app: App; at: number }> {
  if (moment === 'before submit') return killClaiming(rig);
  await sandbox.carrier.change({
    delayMs: ANSWER_MS,
    lateMs: moment === 'after receipt' ? 0 : RECEIPTS_LATE_MS,
  });
  const [taken, early] = [(await sandbox.carrier.log()).total, await rig.count(EARLY)];
  await send(rig, n);
  const app = rig.workers[n % rig.workers.length]!;
  await until('the carrier to take some', async () => (await sandbox.carrier.log()).total > taken);
  if (moment === 'after receipt')
    await until('a receipt before its answer', async () => (await rig.count(EARLY)) > early);
  return { app, at: await app.kill() };
}

/** Delivered without ever having been SENT: the receipt was faster than the answer. */
const EARLY = "SELECT COUNT(*) FROM message WHERE status = 'DELIVERED' AND sent_at = ended_at";

/** The rows are locked while both workers stand still, so that the next claim waits; who waits is killed. */
async function killClaiming(rig: Rig): Promise<{ app: App; at: number }> {
  for (const app of rig.workers) process.kill(app.pid, 'SIGSTOP');
  const holder = await rig.connection();
  try {
    await send(rig, 0);
    await holder.query('START TRANSACTION');
    await holder.query("SELECT id FROM message WHERE status = 'QUEUED' FOR UPDATE");
    for (const app of rig.workers) process.kill(app.pid, 'SIGCONT');
    const waiting = await until('a claim to wait', () => rig.waitingFor(['%FROM message m WHERE m.id IN%']));
    const app = rig.workers.find((_, n) => workersUser(n) === waiting.user);
    if (!app) throw new Error(`${waiting.user} is no worker`);
    return { app, at: await app.kill() };
  } finally {
    await holder.end();
  }
}

async function send(rig: Rig, n: number): Promise<void> {
  const { cases, collectors } = rig.company;
  const owners = new Map(collectors.map((person) => [person.id, person]));
  const first = n * EACH;
  await Promise.all(
    Array.from({ length: EACH }, (_, place) => {
      const on = cases[(first + place * 7) % cases.length]!;
      return rig.clients.send(message(owners.get(on.ownerId!)!, on));
    }),
  );
}

async function compare(rig: Rig, sandbox: SandboxApp, sent: number): Promise<string[]> {
  const log = await sandbox.carrier.log();
  const keys = new Set(log.entries.map(({ key }) => key));
  const rows = await rig.rows<{ id: number; status: string }>('SELECT id, status FROM message');
  const lost = rows.filter(({ id }) => !keys.has(`message-${id}`));
  const refused = rig.clients.journal.filter(({ call, code }) => call.kind === 'message' && code !== '00');
  return [
    ...doubledIn(log).map((line) => `doubled: ${line}`),
    ...lost.slice(0, 5).map(({ id, status }) => `lost: message ${id} is ${status} and was never taken`),
    ...(lost.length > 5 ? [`lost: ${lost.length} in all`] : []),
    ...(rows.length === sent
      ? []
      : [`${sent} messages were acknowledged, ${rows.length} stand in the table`]),
    ...refused.slice(0, 3).map(({ code, data }) => `a message was answered ${code} ${JSON.stringify(data)}`),
  ];
}
