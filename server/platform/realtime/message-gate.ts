import type { IncomingMessage } from 'node:http';
import type { Socket } from 'socket.io';
import { TokenBuckets } from '../auth/budgets/token-buckets.js';

type Connection = Socket['conn'];

/** Each call asks the database or tells a room: what one session may send, over all its tabs. */
const CALLS = { burst: 200, perSecond: 10 };
/** Rate of a speaker in a call: a page sends one in 85 ms. */
const SOUNDS = { burst: 100, perSecond: 25 };
/** Bytes of a message that is text; `SocketAdapter` limits those of sound. */
const MAX_TEXT = 4_096;
/** Messages of a browser before it is admitted: that it connects. */
const BEFORE_ADMISSION = 3;
/** A person has fewer tabs. */
const MAX_SOCKETS = 20;
const REFUSED_SECONDS = 3;
/** No page sends so many in one second, however many of its calls are late. */
const REFUSED_AT_ONCE = 2_000;
/** Frames of one connection that are no message: a browser answers one ping in 5 s, and sends no other frame by itself. */
const SIGNS = { burst: 20, perSecond: 1 };
/** All bytes of one connection: more than the messages of its session, and not what a million empty frames take. */
const BYTES = { burst: 512 * 1024, perSecond: 256 * 1024 };
/** Refusals further apart than this are no flood. */
const FORGET_S = 30;
/** The first character of a socket.io packet that announces bytes: each of ours is sound. */
const WITH_BYTES = '5';

interface Line {
  sessionId: number | null;
  messages: number;
  /** The message before was refused: so are the bytes that belong to it. */
  refusing: boolean;
  refused: { seconds: number; last: number; inLast: number };
}

/** The library keeps it beside a connection's request, and does not declare it: its frames of control come by no packet. */
type WithFrames = IncomingMessage & { websocket?: { on(name: 'ping' | 'pong', heard: () => void): void } };

/**
 * Counts what browsers send on their sockets before it is parsed: parsing and validating is what a flood costs. What exceeds
 * the budget of its session is dropped without an answer; who goes on for three seconds or sends thousands in one, a message
 * that is too long, or frames without a message, is disconnected. Kept by each process for itself.
 */
export class MessageGate {
  private readonly calls = new TokenBuckets(CALLS);
  private readonly sounds = new TokenBuckets(SOUNDS);
  private readonly lines = new WeakMap<Connection, Line>();
  private readonly sockets = new Map<number, number>();

  /** @param onCutOff of a session whose socket was disconnected */
  constructor(private readonly onCutOff: (sessionId: number | null) => void) {}

  /** Puts itself in front of socket.io's reader. Call for each connection before its first message. */
  stand(conn: Connection): void {
    const refused = { seconds: 0, last: 0, inLast: 0 };
    const line: Line = { sessionId: null, messages: 0, refusing: false, refused };
    this.lines.set(conn, line);
    this.countFrames(conn, line);
    const readers = conn.listeners('data');
    conn.removeAllListeners('data');
    conn.on('data', (message: string | Buffer) => {
      // A connection that is closing may still hand over what had come before.
      if (conn.readyState !== 'open' || !this.admits(line, message, () => this.cutOff(conn, line))) return;
      for (const reader of readers) reader.call(conn, message);
    });
  }

  /** From now on the session's budget counts. @returns false when it has as many sockets as it may have */
  enter(conn: Connection, sessionId: number): boolean {
    const line = this.lines.get(conn);
    const open = this.sockets.get(sessionId) ?? 0;
    if (!line || line.sessionId !== null || open >= MAX_SOCKETS) return false;
    line.sessionId = sessionId;
    this.sockets.set(sessionId, open + 1);
    conn.once('close', () => {
      const left = this.sockets.get(sessionId)! - 1;
      if (left > 0) this.sockets.set(sessionId, left);
      else this.sockets.delete(sessionId);
    });
    return true;
  }

  /** A frame that is no message costs as much to read, and comes before anybody has signed in. */
  private countFrames(conn: Connection, line: Line): void {
    const { socket, websocket } = conn.request as WithFrames;
    const [signs, bytes] = [new TokenBuckets(SIGNS), new TokenBuckets(BYTES)];
    const spend = (bucket: TokenBuckets, amount: number) => {
      if (conn.readyState === 'open' && !bucket.take('', amount)) this.cutOff(conn, line);
    };
    const sign = () => spend(signs, 1);
    conn.on('packet', ({ type }: { type: string }) => type !== 'message' && sign());
    websocket?.on('ping', sign);
    websocket?.on('pong', sign);
    socket.on('data', (chunk: Buffer) => spend(bytes, chunk.length));
    // The library waits for the other side to close as well, and reads for half a minute what it sends instead.
    conn.once('close', () => socket.destroySoon());
  }

  private admits(line: Line, message: string | Buffer, cutOff: () => void): boolean {
    if (typeof message !== 'string') {
      if (line.refusing && isFlood(line)) cutOff();
      return !line.refusing;
    }
    if (
      Buffer.byteLength(message) > MAX_TEXT ||
      (line.sessionId === null && ++line.messages > BEFORE_ADMISSION)
    ) {
      cutOff();
      return false;
    }
    const budget = message.startsWith(WITH_BYTES) ? this.sounds : this.calls;
    line.refusing = line.sessionId !== null && !budget.take(String(line.sessionId));
    if (line.refusing && isFlood(line)) cutOff();
    return !line.refusing;
  }

  private cutOff(conn: Connection, { sessionId }: Line): void {
    this.onCutOff(sessionId);
    conn.close(true);
    conn.request.socket.destroy();
  }
}

/** Counts a refusal. @returns whether there were some in three seconds, one soon after the other, or thousands in this one */
function isFlood({ refused }: Line): boolean {
  const second = Math.floor(performance.now() / 1000);
  if (second !== refused.last) {
    refused.seconds = second - refused.last > FORGET_S ? 1 : refused.seconds + 1;
    refused.last = second;
    refused.inLast = 0;
  }
  return ++refused.inLast > REFUSED_AT_ONCE || refused.seconds >= REFUSED_SECONDS;
}
