import { io, type Socket } from 'socket.io-client';
import type { ClientToServer, Messages, ServerToClient } from '../../contract/realtime.js';
import { answerCalls } from '../lib/children.js';
import { now } from '../lib/figures.js';

/** Records that all browsers have shown, each by its detail, and when. */
export interface Seen {
  sights: [detail: string, at: number][];
  frames: number;
  bytes: number;
}

const seen: Seen = { sights: [], frames: 0, bytes: 0 };
let size = 0;

async function open(port: number, token: string, isFirst: boolean): Promise<boolean> {
  const socket: Socket<ServerToClient, ClientToServer> = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    forceNew: true,
    auth: { token },
    extraHeaders: { cookie: `token=${token}` },
  });
  /** Later facts of a record push it again. */
  const known = new Set<string>();
  socket.on('frame', ({ name, data }) => {
    if (name !== 'monitoring.recorded') return;
    const at = now();
    seen.frames++;
    // All get the same: it is weighed once.
    if (isFirst) size += JSON.stringify(data).length;
    for (const { detail } of (data as Messages['monitoring.recorded']).behaviours) {
      if (!known.has(detail)) seen.sights.push([detail, at]);
      known.add(detail);
    }
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const { ok } = await socket.timeout(10_000).emitWithAck('watch', { topic: 'monitoring', groupId: null });
  return ok;
}

let opened = 0;

answerCalls({
  open: async ({ port, token, count }: { port: number; token: string; count: number }) => {
    for (let n = 0; n < count; n++) if (await open(port, token, n === 0)) opened++;
    return opened;
  },
  take: (): Seen => ({ ...seen, bytes: size * opened }),
});
