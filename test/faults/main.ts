import { parseArgs } from 'node:util';
import { killAll } from './rig/apps.js';
import { allocationKilled } from './allocation-killed.js';
import { browsersDropped } from './browsers-dropped.js';
import { callbacks } from './callbacks-repeated.js';
import { contactStopped } from './contact-stopped.js';
import { everybodyBack } from './everybody-back.js';
import { clusterHour } from './cluster-hour.js';
import { clusterLoad } from './cluster-load.js';
import { proxiesTogether } from './proxies-together.js';
import { nodeUnfit } from './node-unfit.js';
import { nodeRejoins } from './node-rejoins.js';
import { rollingRestart } from './rolling-restart.js';
import { writerLost } from './writer-lost.js';
import { workerKilled } from './worker-killed.js';
import { carrierFails } from './carrier-fails.js';
import { carrierWithoutKeys } from './carrier-without-keys.js';
import { replicaPromoted } from './replica-promoted.js';
import { relayKilled } from './relay-killed.js';
import { redisAway } from './redis-away.js';
import { redisTakenOver } from './redis-taken-over.js';
import { redisEmptied } from './redis-emptied.js';
import { moneyWork } from './money-work.js';
import { numberMarked } from './number-marked.js';
import { oneRequest } from './one-request-many-times.js';
import { twoBuilds } from './two-builds.js';
import { twoPeople } from './two-people-one-case.js';
import { deafBrowsers } from './deaf-browsers.js';
import { midnight } from './midnight.js';
import { databaseStopped, networkCut } from './cut-off.js';
import { databaseKilled } from './database-killed.js';
import { fullDisk } from './full-disk.js';
import { goneBack } from './gone-back.js';
import { largeBodies } from './large-bodies.js';
import { malformed } from './malformed.js';
import { Rig } from './rig/rig.js';
import { scheduleKilled } from './schedule-killed.js';
import { serverKilled } from './server-killed.js';
import { soak } from './soak.js';
import { table } from './rig/table.js';
import { judge, type Fault, type Verdict } from './rig/verdict.js';
import { seconds } from './rig/wait.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    cluster: { type: 'boolean' },
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
});
const FAULTS: readonly Fault[] = [
  serverKilled,
  workerKilled,
  relayKilled,
  redisAway,
  redisEmptied,
  databaseKilled,
  databaseStopped,
  networkCut,
  browsersDropped,
  deafBrowsers,
  callbacks,
  oneRequest,
  twoPeople,
  midnight,
  carrierFails,
  allocationKilled,
  malformed,
  fullDisk,
  scheduleKilled,
  contactStopped,
  numberMarked,
  largeBodies,
  moneyWork,
  goneBack,
  redisTakenOver,
  writerLost,
  carrierWithoutKeys,
  soak,
  everybodyBack,
  clusterLoad(whole('minutes')),
  rollingRestart,
  nodeRejoins,
  twoBuilds,
  nodeUnfit,
  proxiesTogether,
  replicaPromoted,
  clusterHour(whole('minutes'), whole('seed')),
];

const wanted = (values.cluster ? 'F29' : values.only)?.toUpperCase().split(',');
const chosen = FAULTS.filter((fault) => (wanted ? wanted.includes(fault.id) : !fault.alone));
if (chosen.length === 0) {
  process.stderr.write(`No such fault. There are: ${FAULTS.map((fault) => fault.id).join(', ')}\n`);
  process.exit(2);
}
// One for each process that is started, which does not outlive this one.
process.setMaxListeners(64);
process.on('exit', killAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

const verdicts: Verdict[] = [];
for (const fault of chosen) verdicts.push(await inflict(fault));
const failed = verdicts.filter((verdict) => verdict.failures.length > 0);
process.stdout.write(`\n${table(verdicts)}\n\n`);
process.stdout.write(`${verdicts.length - failed.length} of ${verdicts.length} faults left nothing behind\n`);
process.exit(failed.length === 0 ? 0 : 1);

function whole(name: 'minutes' | 'seed'): number {
  if (/^[1-9]\d{0,3}$/.test(values[name])) return Number(values[name]);
  process.stderr.write(`--${name} is a whole number from 1 to 9999, not ${values[name]}\n`);
  return process.exit(2);
}

/** A fault in a world of its own; whatever goes wrong with it is its failure, and the next one still runs. */
async function inflict(fault: Fault): Promise<Verdict> {
  const started = performance.now();
  process.stdout.write(`${fault.id}  ${fault.name}\n`);
  let verdict: Verdict;
  try {
    const rig = await Rig.start(fault);
    try {
      verdict = await judge(fault, rig);
    } finally {
      await rig.close();
    }
  } catch (error) {
    verdict = broken(fault, error);
  }
  for (const note of verdict.notes) process.stdout.write(`    ${note}\n`);
  for (const failure of verdict.failures) process.stdout.write(`    FAILED: ${failure}\n`);
  process.stdout.write(`    took ${seconds(performance.now() - started)} s\n`);
  return verdict;
}

function broken({ id, name }: Fault, error: unknown): Verdict {
  const failures = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  const nothing = {
    acknowledged: 0,
    lost: 0,
    doubled: 0,
    half: 0,
    recovery: null,
    differences: 0,
    notes: [],
  };
  return { id, name, load: '-', ...nothing, failures };
}
