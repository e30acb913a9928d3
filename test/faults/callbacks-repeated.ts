import { carrierReceipts } from './rig/carrier-receipts.js';
import { payment, reversal, type Call, type Entry } from './rig/calls.js';
import { expect, same } from './rig/expect.js';
import { Load } from './rig/load.js';
import type { FaultCase } from './rig/people.js';
import type { Rig } from './rig/rig.js';
import { telephoneReports } from './rig/telephone-reports.js';
import type { Fault } from './rig/verdict.js';

const TIMES = 5;
const TOLERANCE_S = 300;
const HOUR_S = 3_600;

/** Providers repeat, reorder and delay their callbacks: each trick five times, while others pay. */
export const callbacks: Fault = {
  id: 'F11',
  name: `callbacks repeated, reordered, late, ${TIMES} times each`,
  async run(rig) {
    const load = new Load(rig.clients, rig.company, { writers: 4, restMs: 20, reads: 0.2 });
    load.start();
    const failures: string[] = [];
    const cases = rig.company.targetCases;
    for (let n = 0; n < TIMES; n++) {
      failures.push(...(await repeated(rig, cases[n]!)));
      failures.push(...(await reordered(rig, cases[TIMES + n]!)));
      failures.push(...(await late(rig, cases[2 * TIMES + n]!)));
      failures.push(...(await changed(rig, cases[3 * TIMES + n]!)));
    }
    failures.push(...(await carrierReceipts(rig)));
    failures.push(...(await telephoneReports(rig)));
    await load.stop();
    const notes = [
      'also: a known reference with other contents, 5 times; the same tricks with the carrier’s receipts and the telephone’s reports',
    ];
    return { load: load.words, recoveries: [], failures, notes };
  },
};

/** One after another, then all at once: one payment, always the same answer. */
async function repeated(rig: Rig, on: FaultCase): Promise<string[]> {
  const call = payment(on.externalId, 3_000);
  const first = await rig.clients.send(call);
  const entries = [first];
  for (let n = 0; n < TIMES; n++) entries.push(await rig.clients.send(call));
  entries.push(...(await Promise.all(Array.from({ length: TIMES }, () => rig.clients.send(call)))));
  const due = await rig.count('SELECT amount_due FROM collection_case WHERE id = ?', [on.id]);
  return [
    ...expect('a repeated callback', entries, '00'),
    ...same('a repeated callback', entries),
    ...(due === 997_000
      ? []
      : [`case ${on.id} owes ${due} after one payment of 3000 sent ${entries.length} times`]),
  ];
}

/** The reversal comes before its payment, and the newer payment before the older one. */
async function reordered(rig: Rig, on: FaultCase): Promise<string[]> {
  const older = payment(on.externalId, 4_000, { body: { paidAt: ago(HOUR_S) } });
  const newer = payment(on.externalId, 2_000);
  const back = reversal(older.key, 4_000);
  const early = await rig.clients.send(back);
  const written = await rig.count('SELECT COUNT(*) FROM payment WHERE provider_reference = ?', [back.key]);
  const rest = [];
  for (const call of [newer, older, back, back]) rest.push(await rig.clients.send(call));
  const due = await rig.count('SELECT amount_due FROM collection_case WHERE id = ?', [on.id]);
  return [
    ...expect('a reversal before its payment', [early], '21'),
    ...(written === 0 ? [] : ['a refused reversal was written']),
    ...expect('a reordered callback', rest, '00'),
    ...(due === 998_000 ? [] : [`case ${on.id} owes ${due} after 2000 paid and 4000 paid and taken back`]),
  ];
}

/** A signature that is too old or too new is refused and leaves no trace; a late value date is no reason to refuse. */
async function late(rig: Rig, on: FaultCase): Promise<string[]> {
  const before = await footprint(rig, on);
  const stale = [TOLERANCE_S + 2, HOUR_S, 24 * HOUR_S, -(TOLERANCE_S + 60)];
  const entries: Entry[] = [];
  for (const seconds of stale)
    entries.push(await rig.clients.send(payment(on.externalId, 1_000, { late: seconds })));
  const after = await footprint(rig, on);
  const value = await rig.clients.send(payment(on.externalId, 1_000, { body: { paidAt: ago(72 * HOUR_S) } }));
  return [
    ...expect('a callback with an old signature', entries, '20'),
    ...(before === after ? [] : [`a refused callback changed ${before} to ${after}`]),
    ...expect('a payment with an old value date', [value], '00'),
  ];
}

/** The same reference with another amount or for another loan is a conflict, and the first one stands. */
async function changed(rig: Rig, on: FaultCase): Promise<string[]> {
  const call = payment(on.externalId, 5_000);
  const first = await rig.clients.send(call);
  const other = rig.company.targetCases.at(-1)!;
  const before = (await footprint(rig, on)) + (await footprint(rig, other));
  const twisted: Call[] = [
    { ...call, body: { ...call.body, amount: 5_001 } },
    { ...call, body: { ...call.body, loanItemExternalId: other.externalId } },
  ];
  const entries = await Promise.all(twisted.map((twist) => rig.clients.send(twist)));
  const after = (await footprint(rig, on)) + (await footprint(rig, other));
  return [
    ...expect('a payment', [first], '00'),
    ...expect('a known reference with other contents', entries, '23'),
    ...(before === after ? [] : [`a conflicting callback changed ${before} to ${after}`]),
  ];
}

/** All that a payment would leave on a case. */
async function footprint(rig: Rig, on: FaultCase): Promise<string> {
  const [row] = await rig.rows<{ what: string }>(
    `SELECT CONCAT_WS('/', c.version, c.amount_due, (SELECT COUNT(*) FROM payment p WHERE p.loan_item_id = c.loan_item_id),
       (SELECT COUNT(*) FROM domain_event e WHERE e.case_id = c.id),
       (SELECT SUM(r.paid) FROM plan_row r WHERE r.loan_item_id = c.loan_item_id)) AS what
     FROM collection_case c WHERE c.id = ?`,
    [on.id],
  );
  return `${on.id}: ${row!.what} `;
}

const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
