import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** For the headers of a request, in milliseconds. Node looks this often whether one is late. */
export const HEADERS_MS = 10_000;
export const LATE_CHECK_MS = 5_000;
/** For the whole of a request with a file, which may be 64 MiB over a slow line. */
export const UPLOAD_MS = 300_000;
/** For the body of any other request, and for a file in which nothing comes any more. */
const BODY_MS = 20_000;
/** For the first byte of a connection: Node's own deadlines begin with it. */
const SILENT_MS = 60_000;

/** Closes connections on which nothing ever comes. */
export function endSilentConnections(server: Server, milliseconds = SILENT_MS): void {
  server.on('connection', (socket) => {
    const late = setTimeout(() => socket.bytesRead === 0 && socket.destroy(), milliseconds);
    socket.once('close', () => clearTimeout(late));
  });
}

/** Cuts off who sends a body byte by byte. Files have Node's own deadline for a whole request, and one for each pause. */
export function addBodyDeadline(fastify: FastifyInstance, milliseconds = BODY_MS): void {
  fastify.addHook('onRequest', ({ raw, headers }, reply, done) => {
    const { 'content-length': length, 'transfer-encoding': chunked, 'content-type': type } = headers;
    const hasBody = chunked !== undefined || Number(length ?? 0) > 0;
    if (hasBody && type?.startsWith('multipart/')) {
      raw.socket.setTimeout(milliseconds);
      raw.once('end', () => raw.socket.setTimeout(0));
    } else if (hasBody) {
      const late = setTimeout(() => raw.destroy(), milliseconds);
      const inTime = () => clearTimeout(late);
      raw.once('end', inTime);
      // A request that is refused by its headers is answered unread, and then it has no end.
      reply.raw.once('close', inTime);
    }
    done();
  });
}
