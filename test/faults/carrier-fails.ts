import { setTimeout as delay } from 'node:timers/promises';
import { doubledIn } from '../../bench/lib/carrier-control.js';
import { allowMessages, message, UNSENT } from './rig/carrier.js';
import { isAcknowledged } from './rig/calls.js';
import { Load } from './rig/load.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';
import { until } from './rig/wait.js';

const PHASE_MS = 6_000;
const EACH = 10;
const KEPT = 0.9;
const UNTOLD = "SELECT COUNT(*) FROM message WHERE status = 'SENT'";
const WELL = { delayMs: 0, failRate: 0, down: false };
const PHASES: readonly (readonly [name: string, faults: Record<string, number | boolean>])[] = [
  ['well', {}],
  ['500 to all', { failRate: 1 }],
  ['30 s slow', { delayMs: 30_000 }],
  ['cut off', { down: true }],
];

/**
 * The carrier answers 500, after 30 s, or not at all, and one message is poisoned. Messages wait; whoever records and pays
 * meanwhile keeps his pace, and in the end everything but the poisoned one has arrived once.
 */
export const carrierFails: Fault = {
  id: 'F15',
  name: 'carrier 500, 30 s slow, cut off; a poisoned message',
  sandbox: true,
  async run(rig) {
    const { carrier } = rig.sandbox!;
    await allowMessages(rig);
    const load = new Load(rig.clients, rig.company, { writers: 4, restMs: 60, reads: 0.2 });
    load.start();
    const paces: number[] = [];
    for (const [, faults] of PHASES) {
      await carrier.change({ ...WELL, ...faults });
      await send(rig);
      paces.push(await paceOf(rig));
    }
    const poisoned = await poison(rig);
    await carrier.change(WELL);
    const started = performance.now();
    await until('every message to be sent', async () => (await rig.count(UNSENT)) === 0, 90_000);
    const recovered = performance.now() - started;
    await load.stop();
    // The carrier still tells what became of them, and each receipt is an event.
    await until('every receipt to be heard', async () => (await rig.count(UNTOLD)) === 0);
    const failures = [...slowed(paces), ...(await wrongMessages(rig, poisoned))];
    const kept = PHASES.map(([name], n) => `${name} ${Math.round(paces[n]!)}/s`).join(', ');
    const notes = [
      `others meanwhile: ${kept}; ${(recovered / 1000).toFixed(1)} s until all had left after the last fault`,
    ];
    return { load: load.words, recoveries: [], failures, notes };
  },
};

async function send(rig: Rig): Promise<void> {
  const { target, targetCases } = rig.company;
  await Promise.all(targetCases.slice(0, EACH).map((on) => rig.clients.send(message(target, on))));
}

/** Calls of the load that were acknowledged, a second. */
async function paceOf(rig: Rig): Promise<number> {
  const from = performance.now();
  await delay(PHASE_MS);
  const seconds = (performance.now() - from) / 1000;
  const done = rig.clients.journal.filter(
    (entry) => entry.call.kind !== 'message' && entry.code !== null && (entry.answeredAt ?? 0) >= from,
  );
  return done.length / seconds;
}

/** One that waits can not be read any more. @returns its id */
async function poison(rig: Rig): Promise<number> {
  const id = await rig.count("SELECT MIN(id) FROM message WHERE status = 'SUBMITTING'");
  await rig.db.query("UPDATE message SET text_enc = 'poison' WHERE id = ?", [id]);
  return id;
}

function slowed(paces: readonly number[]): string[] {
  const least = paces[0]! * KEPT;
  return PHASES.flatMap(([name], n) =>
    paces[n]! < least
      ? [`${name}: the others did ${paces[n]!.toFixed(1)}/s, before ${paces[0]!.toFixed(1)}/s`]
      : [],
  );
}

async function wrongMessages(rig: Rig, poisoned: number): Promise<string[]> {
  const log = await rig.sandbox!.carrier.log();
  const keys = new Set(log.entries.map(({ key }) => key));
  const rows = await rig.rows<{ id: number; status: string; reason: string | null }>(
    'SELECT id, status, reason FROM message',
  );
  const sent = rig.clients.journal.filter((entry) => entry.call.kind === 'message' && isAcknowledged(entry));
  return [
    ...doubledIn(log).map((line) => `doubled: ${line}`),
    ...(rows.length === sent.length
      ? []
      : [`${sent.length} messages were acknowledged, ${rows.length} are there`]),
    ...rows.flatMap(({ id, status, reason }) => {
      if (id === poisoned)
        return status === 'FAILED' ? [] : [`the poisoned message ${id} is ${status} ${reason}`];
      return keys.has(`message-${id}`) ? [] : [`lost: message ${id} is ${status} ${reason}`];
    }),
  ];
}
