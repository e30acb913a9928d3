import { readFileSync } from 'node:fs';
import { castOf, subjectsOf } from './lib/cast.js';
import { startRemote } from './lib/children.js';
import type { Context } from './lib/context.js';
import { cpuMs } from './lib/duel.js';
import { count, holds, ms, note, now, percentile, within, type Figure } from './lib/figures.js';
import { Rehearsal } from './lib/rehearsal.js';
import { settle, startWorkers } from './lib/site.js';
import type { Commit } from './processes/producer.js';
import type { Passing } from './processes/stream-reader.js';

const RATE = 1_500;
const SECONDS = 30;
/** Long enough for the engine's heap to have grown to where it begins to collect. */
const WARM_UP_SECONDS = 12;
const TEAMS = 20;
const CASES_EACH = 5;
const SAMPLE_MS = 200;
const PAGE_BYTES = 4096;
/** Growth of the relay's highest memory from the first half to the second that still counts as flat. */
const FLAT = 1.1;

/** From the commit of an event to its frame in the Redis stream that the servers read. */
export async function relay({ options, site: siteOf }: Context): Promise<Figure[]> {
  const site = await siteOf(options.growth[0]);
  const subjects = await Rehearsal.of(site, async (rehearsal) => {
    const { collectors } = await castOf(site, rehearsal, TEAMS);
    return subjectsOf(site, collectors, CASES_EACH);
  });
  const workers = await startWorkers(site);
  const producer = startRemote('processes/producer.js');
  const reader = startRemote('processes/stream-reader.js');
  await reader.call('follow', site.redisUrl);
  await producer.call('open', { databaseUrl: site.databaseUrl, redisUrl: site.redisUrl });
  await producer.call('produce', { subjects, rate: RATE, seconds: WARM_UP_SECONDS });
  await settle(site);
  await reader.call('take');
  const memory: number[] = [];
  const sampling = setInterval(() => memory.push(residentMb(workers.pid)), SAMPLE_MS);
  const cpuBefore = cpuMs(workers.pid);
  const started = now();
  const commits = await producer.call<Commit[]>('produce', { subjects, rate: RATE, seconds: SECONDS });
  const rate = (commits.length * 1000) / (now() - started);
  clearInterval(sampling);
  const left = await settle(site);
  const cpu = (cpuMs(workers.pid) - cpuBefore) / commits.length;
  const figures = judge(commits, await reader.call('take'), left, rate, memory, subjects.length);
  await Promise.all([workers.stop(), producer.stop(), reader.stop()]);
  figures.push(note('relay: processor time per event', figures[0]!.load, `${cpu.toFixed(2)} ms`));
  return figures;
}

function judge(
  commits: readonly Commit[],
  { passings, entries }: { passings: Passing[]; entries: number },
  left: number,
  rate: number,
  memory: readonly number[],
  cases: number,
): Figure[] {
  const load = `${count(rate)} events/s for ${SECONDS} s on ${count(cases)} cases, ${count(entries)} stream entries`;
  const { latencies, fromSending, lost, reordered } = compare(commits, passings);
  const half = memory.length / 2;
  const [first, second] = [Math.max(...memory.slice(0, half)), Math.max(...memory.slice(half))];
  const beside = `p50 ${ms(percentile(latencies, 0.5))}, max ${ms(percentile(latencies, 1))}`;
  return [
    within('relay: commit to stream, p99', load, percentile(latencies, 0.99), 10, beside),
    note('relay: from before its statements were sent, p99', load, ms(percentile(fromSending, 0.99))),
    holds('relay: events lost', load, `${lost}, ${left} left in the outbox`, '0', lost + left === 0),
    holds('relay: reordered within a case', load, String(reordered), '0', reordered === 0),
    holds(
      'relay: highest memory in the first and the second half',
      load,
      `${first} and ${second} MB`,
      `second <= ${FLAT} x first`,
      second <= first * FLAT,
    ),
  ];
}

/** A frame carries the case as it is: the first one of an event's version or a newer one has brought the event. */
function compare(commits: readonly Commit[], passings: readonly Passing[]) {
  const byCase = new Map<number, Passing[]>();
  let reordered = 0;
  for (const passing of passings) {
    const before = byCase.get(passing.caseId) ?? [];
    if (before.length > 0 && before.at(-1)!.version > passing.version) reordered++;
    before.push(passing);
    byCase.set(passing.caseId, before);
  }
  const latencies: number[] = [];
  const fromSending: number[] = [];
  let lost = 0;
  for (const { caseId, version, sentAt, at } of commits) {
    const passing = byCase.get(caseId)?.find((one) => one.version >= version);
    if (!passing) lost++;
    // The relay may be faster than the acknowledgement.
    else latencies.push(Math.max(0, passing.at - at));
    if (passing) fromSending.push(passing.at - sentAt);
  }
  return { latencies, fromSending, lost, reordered };
}

function residentMb(pid: number): number {
  const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1];
  return Math.round((Number(pages) * PAGE_BYTES) / 2 ** 20);
}
