import { io, type Socket } from 'socket.io-client';
import type { BoardPush } from '../../contract/team/board-frame.js';
import type { ScoreCard } from '../../contract/team/boards.js';
import type { ClientToServer, PushEnvelope, ServerToClient } from '../../contract/realtime.js';
import { answerCalls } from '../lib/children.js';
import { now } from '../lib/figures.js';

/** A browser: the person's own card, and a team's board when `watch` names one. */
export interface Viewer {
  token: string;
  watch: number | null;
}

/** One figure that a browser was shown: `viewer` saw at `at` that `collectorId` has received `amount`. */
export interface Sight {
  viewer: number;
  collectorId: number;
  amount: number;
  at: number;
}

let sights: Sight[] = [];
const shown = new Map<string, number>();
const sockets: Socket<ServerToClient, ClientToServer>[] = [];
let frames = 0;
/** When each browser was told of its rights. */
let received: number[] = [];

function see(
  viewer: number,
  { collectorId, actualReceivedAmount: amount }: Pick<ScoreCard, 'collectorId' | 'actualReceivedAmount'>,
  at: number,
): void {
  const key = `${viewer}:${collectorId}`;
  if (amount <= (shown.get(key) ?? -1)) return;
  shown.set(key, amount);
  sights.push({ viewer, collectorId, amount, at });
}

function take(viewer: number, frame: PushEnvelope): void {
  const at = now();
  frames++;
  if (frame.name === 'rights.changed') received.push(at);
  if (frame.name === 'scoreCard.changed') see(viewer, frame.data as ScoreCard, at);
  if (frame.name === 'board.changed') {
    const { rows, figures } = frame.data as BoardPush;
    for (const row of rows) see(viewer, row, at);
    for (const [collectorId, , , , , actualReceivedAmount] of figures)
      see(viewer, { collectorId, actualReceivedAmount }, at);
  }
}

async function open(port: number, viewer: Viewer, index: number): Promise<void> {
  const socket: Socket<ServerToClient, ClientToServer> = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    forceNew: true,
    auth: { token: viewer.token },
    extraHeaders: { cookie: `token=${viewer.token}` },
  });
  sockets.push(socket);
  socket.on('frame', (frame) => take(index, frame));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  if (viewer.watch === null) return;
  const { ok } = await socket.timeout(10_000).emitWithAck('watch', { topic: 'board', groupId: viewer.watch });
  if (!ok) throw new Error(`Board ${viewer.watch} was refused`);
}

answerCalls({
  open: async ({ port, viewers }: { port: number; viewers: Viewer[] }) => {
    // A few at a time: opening is not what is measured.
    for (let from = 0; from < viewers.length; from += 25) {
      const some = viewers.slice(from, from + 25);
      await Promise.all(some.map((viewer, index) => open(port, viewer, from + index)));
    }
    return sockets.filter((socket) => socket.connected).length;
  },
  rights: () => {
    const taken = received;
    received = [];
    return taken;
  },
  /** Messages since the last call. */
  take: () => {
    const taken = { sights, frames, connected: sockets.filter((socket) => socket.connected).length };
    sights = [];
    frames = 0;
    return taken;
  },
});
