import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { PushEnvelope, Tag } from '../../contract/realtime.js';
import { rooms } from '../../contract/realtime.js';
import { STREAM_NAME } from '../../server/platform/realtime/stream.js';
import { Load } from './rig/load.js';
import type { Rig } from './rig/rig.js';
import { withRedis } from './rig/services.js';
import { until } from './rig/wait.js';
import { closeWatchers, openWatchers, Watcher } from './rig/watchers.js';
import type { Fault } from './rig/verdict.js';

const DEAF = 40;
/** An epoch above that of any relay. */
const FLOOD = 1_000_000;
const FRAMES = 500;
const EVERY_MS = 30;
/** Tags of one message: some 120 KB, as of a board with hundreds of seats. */
const TAGS = 6_000;
/** Memory above that of the same flood when everybody reads. An unread backlog would be 60 MB for each server. */
const MOST_MORE_MB = 40;
const LOOK_MS = 250;

/**
 * Browsers whose connection lives and that read nothing, under a flood of frames: the server cuts them off before they fill
 * its memory, nobody else misses a frame, and once they read again they show what is so.
 */
export const deafBrowsers: Fault = {
  id: 'F10',
  name: `${DEAF} sockets that stop reading`,
  async run(rig) {
    const load = new Load(rig.clients, rig.company, { writers: 3, restMs: 60, reads: 0.2 });
    load.start();
    const watchers = await openWatchers(rig.clients, rig.company);
    const well = await flood(rig);
    const deaf = Array.from({ length: DEAF }, (_, n) => {
      const person = rig.company.collectors[n % rig.company.collectors.length]!;
      return new Watcher(rig.clients, person, n % rig.clients.urls.length);
    });
    await Promise.all(deaf.map((watcher) => watcher.connected()));
    const before = cutOff(rig);
    const hear = deaf.map((watcher) => watcher.stall());
    const ill = await flood(rig);
    const cut = cutOff(rig) - before;
    for (const again of hear) again();
    await until('the deaf to be back', async () => {
      for (const watcher of deaf) await watcher.connected();
      return true;
    });
    await load.stop();
    await rig.drained();
    const different = [...(await closeWatchers(watchers)), ...(await closeWatchers(deaf))];
    const more = ill.mostMb - well.mostMb;
    const failures = [
      ...different.slice(0, 5),
      ...(cut >= DEAF ? [] : [`${cut} of ${DEAF} deaf browsers were cut off`]),
      ...(more <= MOST_MORE_MB ? [] : [`a server grew by ${more} MB more than without deaf browsers`]),
      ...(ill.missed === 0 ? [] : [`who reads missed ${ill.missed} of ${FRAMES} frames`]),
    ];
    const notes = [
      `${FRAMES} frames of ${Math.round(frameOf(0).length / 1024)} KB, ${EVERY_MS} ms apart: a server took ${ill.mostMb} MB at most, ${well.mostMb} MB when everybody read`,
      `who reads got all of them, ms after they were sent: p50 ${ill.p50}, p99 ${ill.p99}; ${well.p50} and ${well.p99} when everybody read`,
      `${cut} cut off; ${different.length} of ${DEAF + watchers.length} screens differ from the server`,
    ];
    return { load: load.words, recoveries: [], failures, notes };
  },
};

interface Heard {
  /** Memory of the larger server, above its start. */
  mostMb: number;
  missed: number;
  p50: number;
  p99: number;
}

/** Sends everybody of the institution frames that change nothing, and listens to them as a leader on each server. */
async function flood(rig: Rig): Promise<Heard> {
  const lags: number[] = [];
  const ears = rig.clients.urls.map((url) => listen(rig, url, (lag) => lags.push(lag)));
  await until('the ears to hear', () => ears.every((ear) => ear.connected));
  const before = rig.servers.map(({ pid }) => memoryOf(pid));
  let mostMb = 0;
  const look = setInterval(() => {
    for (const [n, { pid }] of rig.servers.entries()) mostMb = Math.max(mostMb, memoryOf(pid) - before[n]!);
  }, LOOK_MS);
  await withRedis(rig.redisUrl, async (client) => {
    for (let n = 0; n < FRAMES; n++) {
      const entry = ['uid', 'emitter', 'nsp', '/', 'type', '3', 'data', frameOf(Date.now())];
      await client.xadd(STREAM_NAME, 'MAXLEN', '~', FRAMES, '*', ...entry);
      await delay(EVERY_MS);
    }
  });
  const all = FRAMES * ears.length;
  await until('the frames to come', () => lags.length >= all).catch(() => undefined);
  clearInterval(look);
  for (const ear of ears) ear.disconnect();
  const sorted = lags.sort((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? -1;
  return { mostMb: Math.round(mostMb), missed: all - lags.length, p50: at(0.5), p99: at(0.99) };
}

const PADDING: Tag[] = new Array<Tag>(TAGS).fill({ type: 'Export' });

/** As the publisher writes it, outside of the count of its room. */
function frameOf(at: number): string {
  const room = rooms.institution(10);
  const data = { tags: PADDING };
  const frame: PushEnvelope<'tags.changed'> = {
    room,
    epoch: FLOOD,
    seq: 0,
    name: 'tags.changed',
    data,
    at,
  };
  const packet = { type: 2, data: ['frame', frame], nsp: '/' };
  return JSON.stringify({ opts: { rooms: [room], except: [], flags: {} }, packet });
}

function listen(rig: Rig, url: string, hear: (lag: number) => void) {
  const { token } = rig.company.leaders[2]!;
  const ear = io(url, {
    transports: ['websocket'],
    auth: { token },
    extraHeaders: { cookie: `token=${token}` },
  });
  ear.on('frame', (frame: PushEnvelope) => {
    if (frame.epoch === FLOOD) hear(Date.now() - frame.at);
  });
  return ear;
}

/** MB that a process has in memory. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}

function cutOff({ servers }: Rig): number {
  const lines = servers.flatMap(({ logFile }) => readFileSync(logFile, 'utf8').split('\n'));
  return lines.filter((line) => line.includes('does not read was cut off')).length;
}
