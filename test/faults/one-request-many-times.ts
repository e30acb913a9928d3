import { ERRORS } from '../../contract/errors.js';
import { payment, record, type Call, type Entry } from './rig/calls.js';
import { expect, same } from './rig/expect.js';
import { promise } from './rig/load.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';

const PARALLEL = 50;
const ROUNDS = 5;

/** Fifty submissions of one request at once, on two servers: one effect, and one answer for all with the same body. */
export const oneRequest: Fault = {
  id: 'F12',
  name: `${PARALLEL} parallel submissions with one request id`,
  async run(rig) {
    const failures: string[] = [];
    const { target, targetCases } = rig.company;
    for (let n = 0; n < ROUNDS; n++) {
      const [first, second, third, fourth, other] = targetCases.slice(n * 5, n * 5 + 5);
      failures.push(...(await repeated(rig, 'a payment', payment(first!.externalId, 2_500))));
      failures.push(...(await repeated(rig, 'a record', record(target, second!))));
      failures.push(...(await repeated(rig, 'a promise', record(target, third!, promise()))));
      const call = record(target, fourth!);
      const twin = record(target, other!, { clientRequestId: call.key });
      failures.push(...(await reused(rig, call, twin)));
    }
    failures.push(...(await effects(rig)));
    const load = `${PARALLEL} at once, ${4 * ROUNDS} times`;
    const notes = [
      `${ROUNDS} payments, ${ROUNDS} records, ${ROUNDS} promises, ${ROUNDS} ids used for two cases`,
    ];
    return { load, recoveries: [], failures, notes };
  },
};

async function volley(rig: Rig, calls: readonly Call[]): Promise<Entry[]> {
  const sent = Array.from({ length: PARALLEL }, (_, n) =>
    rig.clients.send(calls[n % calls.length]!, { server: Math.floor(n / calls.length) }),
  );
  return Promise.all(sent);
}

async function repeated(rig: Rig, what: string, call: Call): Promise<string[]> {
  const entries = await volley(rig, [call]);
  return [...expect(what, entries, '00'), ...same(what, entries)];
}

/** One id for two cases: the first one has its effect and its one answer, the other one is always refused. */
async function reused(rig: Rig, call: Call, twin: Call): Promise<string[]> {
  const entries = await volley(rig, [call, twin]);
  const first = entries.find(({ code }) => code === '00')?.call;
  const ofFirst = entries.filter((entry) => entry.call === first);
  const others = entries.filter((entry) => entry.call !== first);
  const what = 'one request id for two cases';
  return [
    ...expect(what, ofFirst, '00'),
    ...same(what, ofFirst),
    ...expect('the other case', others, ERRORS['request.reused']),
  ];
}

/** Nothing else was sent in this world, so plain counts say it. */
async function effects(rig: Rig): Promise<string[]> {
  const expected = {
    payment: ROUNDS,
    collection_log: 3 * ROUNDS,
    client_request: 3 * ROUNDS,
    promise: ROUNDS,
  };
  const failures: string[] = [];
  for (const [name, count] of Object.entries(expected)) {
    const found = await rig.count(`SELECT COUNT(*) FROM ${name}`);
    if (found !== count) failures.push(`${found} rows in ${name}, expected ${count}`);
  }
  return failures;
}
