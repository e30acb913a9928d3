import { io, type Socket } from 'socket.io-client';
import type { BoardPush } from '../../contract/team/board-frame.js';
import type { ClientToServer, PushEnvelope, ServerToClient } from '../../contract/realtime.js';
import { answerCalls } from '../lib/children.js';
import { now } from '../lib/figures.js';

export interface BoardViewer {
  token: string;
  groupId: number;
  /** Reads what it is sent; the others count it, for their parsing would take the processor that is measured. */
  reads: boolean;
}

/** A reading viewer was shown at `at` that the seat has this amount. */
export interface Shown {
  collectorId: number;
  amount: number;
  at: number;
}

interface Counted {
  bytes: number;
  frames: number;
  /** The number of the last frame of the board's room, and how many numbers were left out. */
  seq: number;
  missed: number;
}

const counted: Counted[] = [];
const groups: number[] = [];
let shown: Shown[] = [];
/** Sockets that the server has cut off, for it had more for them than they took. */
let cutOff = 0;
const FRAME = /^\d+\["frame",\{"room":"board:\d+","epoch":\d+,"seq":(\d+),/;

function count(viewer: Counted, text: string): void {
  viewer.bytes += text.length;
  viewer.frames += 1;
  const seq = Number(FRAME.exec(text.slice(0, 120))?.[1] ?? 0);
  if (seq === 0) return;
  if (viewer.seq > 0 && seq !== viewer.seq + 1) viewer.missed += seq - viewer.seq - 1;
  viewer.seq = seq;
}

function read(frame: PushEnvelope): void {
  if (frame.name !== 'board.changed') return;
  const at = now();
  const { rows, figures } = frame.data as BoardPush;
  for (const { collectorId, actualReceivedAmount: amount } of rows) shown.push({ collectorId, amount, at });
  for (const [collectorId, , , , , amount] of figures) shown.push({ collectorId, amount, at });
}

async function open(port: number, { token, groupId, reads }: BoardViewer): Promise<void> {
  const viewer = { bytes: 0, frames: 0, seq: 0, missed: 0 };
  counted.push(viewer);
  groups.push(groupId);
  const socket: Socket<ServerToClient, ClientToServer> = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    forceNew: true,
    auth: { token },
    extraHeaders: { cookie: `token=${token}` },
  });
  // Ahead of the client's own parsing, which those who only count are spared.
  const decoder = (socket.io as unknown as { decoder: { add(text: unknown): void } }).decoder;
  const parse = decoder.add.bind(decoder);
  decoder.add = (text) => {
    if (typeof text !== 'string' || !text.startsWith('2["frame"')) return parse(text);
    count(viewer, text);
    if (reads) parse(text);
  };
  if (reads) socket.on('frame', read);
  socket.on('disconnect', () => cutOff++);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const { ok } = await socket.timeout(30_000).emitWithAck('watch', { topic: 'board', groupId });
  if (!ok) throw new Error(`Board ${groupId} was refused`);
}

answerCalls({
  open: async ({ port, viewers }: { port: number; viewers: BoardViewer[] }) => {
    for (let from = 0; from < viewers.length; from += 25)
      await Promise.all(viewers.slice(from, from + 25).map((viewer) => open(port, viewer)));
  },
  /** Messages since the last call; `behind`: viewers whose last message is not the last one of their board. */
  take: () => {
    const last = new Map<number, number>();
    counted.forEach(({ seq }, index) =>
      last.set(groups[index]!, Math.max(seq, last.get(groups[index]!) ?? 0)),
    );
    const taken = {
      shown,
      bytes: counted.reduce((sum, { bytes }) => sum + bytes, 0),
      frames: counted.reduce((sum, { frames }) => sum + frames, 0),
      missed: counted.reduce((sum, { missed }) => sum + missed, 0),
      cutOff,
      behind: counted.filter(({ seq }, index) => seq !== last.get(groups[index]!)).length,
    };
    shown = [];
    for (const viewer of counted) Object.assign(viewer, { bytes: 0, frames: 0, missed: 0 });
    return taken;
  },
});
