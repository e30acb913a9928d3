import { io, type Socket } from 'socket.io-client';
import { COMING_BACK } from '../../../contract/realtime.js';
import type { Company } from './people.js';
import { until } from './wait.js';

const AT_ONCE = 25;
const UNREACHED = 'websocket error';

/** Sockets of the company's collectors in turn, which come back as a browser's do, and what servers refused them for. */
export async function crowd(
  urls: readonly string[],
  { collectors }: Company,
  size: number,
): Promise<{ sockets: Socket[]; refusals: string[] }> {
  const sockets: Socket[] = [];
  const refusals: string[] = [];
  while (sockets.length < size) {
    const some = Array.from({ length: AT_ONCE }, (_, n) => {
      const { token } = collectors[(sockets.length + n) % collectors.length]!;
      const socket = io(urls[n % urls.length]!, {
        ...COMING_BACK,
        transports: ['websocket'],
        forceNew: true,
        auth: { token },
        extraHeaders: { cookie: `token=${token}` },
      });
      socket.on('connect_error', ({ message }) => message !== UNREACHED && refusals.push(message));
      return socket;
    });
    await until('sockets to connect', () => some.every((socket) => socket.connected));
    sockets.push(...some);
  }
  return { sockets, refusals };
}
