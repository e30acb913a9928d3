import type { Socket } from 'socket.io';

/** Characters: half a minute of the largest board that is measured, and small beside what a server has. */
const MAX_WAITING = 4 * 1024 * 1024;

/**
 * Cuts off a browser that does not take what it is sent, before it fills the server's memory. It comes back by itself and
 * asks again for what it shows. Its pongs are no sign that it reads: it may send them without having been asked.
 *
 * Data that the system has not taken from us waits in the connection's buffer, and nothing is added to one that is closing.
 */
export function cutOffSlow({ conn }: Pick<Socket, 'conn'>, tell: () => void): void {
  let waiting = 0;
  conn.on('flush', () => (waiting = 0));
  conn.on('packetCreate', ({ data }: { data?: unknown }) => {
    waiting += typeof data === 'string' ? data.length : 0;
    if (waiting <= MAX_WAITING) return;
    waiting = 0;
    tell();
    conn.close(true);
  });
}
