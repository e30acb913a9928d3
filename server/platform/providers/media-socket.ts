import { Readable } from 'node:stream';
import type { WebSocket } from 'ws';
import { ProviderUnavailable } from './provider-client.js';

/** Bytes of sound that are handed on at once: a tenth of a second of 16 bit at 8,000 a second. */
const PART_BYTES = 1_600;
/** Sound that the other side has not taken yet; more is dropped, for late words are worse than none. */
const LARGEST_BACKLOG = 16_000;

/** The binary messages of a socket; its texts are about the sound, and no part of it. @param ended called once, whoever ends it */
export function soundOf(socket: WebSocket, ended: () => void): Readable {
  let parts: Buffer[] = [];
  let size = 0;
  const sound = new Readable({
    read: () => undefined,
    destroy: (error, done) => {
      socket.terminate();
      ended();
      done(error);
    },
  });
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary || sound.destroyed) return;
    parts.push(data);
    size += data.length;
    if (size < PART_BYTES) return;
    sound.push(Buffer.concat(parts));
    [parts, size] = [[], 0];
  });
  socket.on('close', () => sound.destroy());
  socket.on('error', () => sound.destroy());
  return sound;
}

/** @throws ProviderUnavailable when the socket is over */
export function say(socket: WebSocket, pcm: Buffer): Promise<void> {
  if (socket.readyState !== socket.OPEN)
    return Promise.reject(new ProviderUnavailable('the sound is over', false));
  if (socket.bufferedAmount < LARGEST_BACKLOG) socket.send(pcm, { binary: true });
  return Promise.resolve();
}
