import { setTimeout as delay } from 'node:timers/promises';
import { cpuMs } from '../../bench/lib/duel.js';
import type { App } from './rig/apps.js';
import { crowd } from './rig/crowd.js';
import { Load } from './rig/load.js';
import { seconds, until } from './rig/wait.js';
import type { Fault } from './rig/verdict.js';

const SOCKETS = 3_000;
/** Connected at once, idle, past the proxy, which takes fewer. */
const MOST = 10_000;
const COLLECTORS = 500;
/** Longer than the proxy leaves a socket that says nothing. */
const IDLE_MS = 35_000;
const BACK_S = 30;
const LARGEST_SHARE = 0.2;

/**
 * Thousands of browsers lose the proxy before the servers and come back as the product's do. Nobody is refused, they do not come all
 * at once, and what they cost is printed.
 */
export const everybodyBack: Fault = {
  id: 'F30',
  name: `${SOCKETS.toLocaleString('en')} browsers that lose their proxy`,
  alone: true,
  servers: 3,
  fronted: true,
  size: { collectors: COLLECTORS, casesEach: 2 },
  async run(rig) {
    const small = memoryOf(rig.servers);
    const { sockets, refusals } = await crowd(rig.clients.urls, rig.company, SOCKETS);
    let cut = 0;
    for (const socket of sockets) socket.once('disconnect', () => (cut += 1));
    const few = await cost(rig.servers, small, SOCKETS);
    const whileIdle = cut;
    const load = new Load(rig.clients, rig.company, { writers: 2, restMs: 100, reads: 0.2 });
    load.start();
    const cameBack: number[] = [];
    for (const socket of sockets) socket.on('connect', () => cameBack.push(performance.now()));
    const at = await rig.front!.restart();
    await until('everybody to be back', () => cameBack.length >= SOCKETS, 2 * BACK_S * 1_000);
    await load.stop();
    const took = seconds(Math.max(...cameBack) - at);
    const share = Math.max(...cameBack.map((from) => within(cameBack, from))) / SOCKETS;
    const gone = sockets.filter((socket) => !socket.connected).length;
    const more = await crowd(rig.serverUrls, rig.company, MOST - SOCKETS);
    refusals.push(...more.refusals);
    const all = await cost(rig.servers, small, MOST);
    const everybody = [...sockets, ...more.sockets];
    const held = everybody.filter(({ connected }) => connected).length;
    for (const socket of everybody) socket.disconnect();
    return {
      load: load.words,
      recoveries: [],
      failures: [
        ...(took <= BACK_S ? [] : [`all were back after ${took} s`]),
        ...(share <= LARGEST_SHARE ? [] : [`${percent(share)} came back within one second`]),
        ...(whileIdle === 0 ? [] : [`${whileIdle} were cut off while they were idle`]),
        ...(held === MOST ? [] : [`${held} of ${MOST} were connected at once`]),
        ...(gone === 0 ? [] : [`${gone} were away again`]),
        ...refusals.slice(0, 5).map((refusal) => `a socket was refused: ${refusal}`),
      ],
      notes: [
        `all ${SOCKETS} were back after ${took} s, ${percent(share)} of them in the fullest second, ${refusals.length} refused`,
        `of ${SOCKETS} ${few}`,
        `of ${MOST} ${all}`,
      ],
    };
  },
};

/** A note about what idle sockets cost. */
async function cost(servers: readonly App[], before: number, sockets: number): Promise<string> {
  const thousands = sockets / 1_000;
  const megabytes = Math.round((memoryOf(servers) - before) / thousands);
  const from = processorOf(servers);
  await delay(IDLE_MS);
  const share = (processorOf(servers) - from) / IDLE_MS;
  return `1,000 are ${megabytes} MB of the servers' memory, and idle ${percent(share / thousands)} of a processor`;
}

const within = (times: readonly number[], from: number): number =>
  times.filter((time) => time >= from && time < from + 1_000).length;
const percent = (share: number): string => `${Math.round(share * 1_000) / 10} %`;

/** MB. */
const memoryOf = (apps: readonly App[]): number => apps.reduce((sum, { megabytes }) => sum + megabytes, 0);
/** Milliseconds of a processor since each began. */
const processorOf = (apps: readonly App[]): number => apps.reduce((sum, { pid }) => sum + cpuMs(pid), 0);
