import { payment, record, type Call, type Entry } from './rig/calls.js';
import { expect, same } from './rig/expect.js';
import { promise } from './rig/load.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './verdict.js';

const PARALLEL = 50;
const ROUNDS = 5;

/** Fifty submissions of one request at once, on two servers: one effect, and the one answer for all. */
export const oneRequest: Fault = {
  id: 'F12',
  name: `${PARALLEL} parallel submissions with one request id`,
  async run(rig) {
    const failures: string[] = [];
    const { target, targetCases } = rig.company;
    for (let n = 0; n < ROUNDS; n++) {
      const [first, second, third, fourth, other] = targetCases.slice(n * 5, n * 5 + 5);
      failures.push(...(await volley(rig, 'a payment', [payment(first!.externalId, 2_500)])));
      failures.push(...(await volley(rig, 'a record', [record(target, second!)])));
      failures.push(...(await volley(rig, 'a promise', [record(target, third!, promise())])));
      // A client that is confused enough to use one id for two cases still gets one effect.
      const call = record(target, fourth!);
      const twin = record(target, other!, { clientRequestId: call.key });
      failures.push(...(await volley(rig, 'one request id for two cases', [call, twin])));
    }
    failures.push(...(await effects(rig)));
    const load = `${PARALLEL} at once, ${4 * ROUNDS} times`;
    const notes = [
      `${ROUNDS} payments, ${ROUNDS} records, ${ROUNDS} promises, ${ROUNDS} ids used for two cases`,
    ];
    return { load, recoveries: [], failures, notes };
  },
};

async function volley(rig: Rig, what: string, calls: readonly Call[]): Promise<string[]> {
  const sent: Promise<Entry>[] = [];
  for (let n = 0; n < PARALLEL; n++) {
    const server = Math.floor(n / calls.length);
    sent.push(rig.clients.send(calls[n % calls.length]!, { server }));
  }
  const entries = await Promise.all(sent);
  return [...expect(what, entries, '00'), ...same(what, entries)];
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
