import { io, type Socket } from 'socket.io-client';
import type { ClientToServer, Frame, MessageName, ServerToClient, WatchTopic } from '../../contract/realtime';
import { createCell } from '../lib/cell';
import { createEmitter } from '../lib/emitter';
import { token } from '../lib/session';
import { Sequence } from './sequence';
import { Watches } from './watches';

/**
 * The one socket of this tab. Guarantees that a frame is delivered at most once and in order, and that after a gap, a
 * relay's new life or a reconnect `resyncs` tells the screens to refetch. It does not promise every frame: a board's
 * slow reader loses some and gets the sum.
 */
export type ConnectionState = 'off' | 'connecting' | 'live' | 'lost';

export const connection = createCell<ConnectionState>('off');
export const frames = createEmitter<Frame>();
export const resyncs = createEmitter<void>();
/** A room was joined; frames tell only what changes from here on, so what was read before may be older than `version`. */
export const joins = createEmitter<{ topic: WatchTopic; version: number | undefined }>();
/** The server does not know this session: the next call will hear why, in the reader's language. */
export const refusals = createEmitter<void>();

/**
 * Screens may ask: the socket hears already what changes after the answers. Or it took too long, and then its connection
 * makes them ask again.
 */
export const listening = createCell(false);

const sequence = new Sequence();
const watches = new Watches();
let socket: Socket<ServerToClient, ClientToServer> | null = null;
let wasLive = false;
/** How long screens wait for the first connection before they ask without it. */
const PATIENCE_MS = 150;

export function openSocket(): void {
  if (socket) return;
  connection.set('connecting');
  setTimeout(() => listening.set(socket !== null), PATIENCE_MS);
  const opened: Socket<ServerToClient, ClientToServer> = io({
    transports: ['websocket'],
    auth: (give) => give({ token: token() }),
    reconnectionDelayMax: 10_000,
  });
  socket = opened;
  opened.on('connect', connected);
  opened.on('disconnect', (reason) => {
    if (reason !== 'io client disconnect') connection.set('lost');
    // The server closed it on purpose and socket.io then stays away: only a fresh session may come back.
    if (reason === 'io server disconnect') setTimeout(() => socket === opened && opened.connect(), 2000);
  });
  opened.on('connect_error', (cause) => {
    connection.set(wasLive ? 'lost' : 'connecting');
    if (cause.message.startsWith('session.')) refusals.emit();
  });
  opened.on('frame', receive);
}

export function closeSocket(): void {
  socket?.disconnect();
  socket = null;
  wasLive = false;
  listening.set(false);
  sequence.clear();
  connection.set('off');
}

function connected(): void {
  connection.set('live');
  for (const topic of watches.all()) join(topic);
  if (listening.get()) {
    sequence.clear();
    resyncs.emit();
  }
  wasLive = true;
  listening.set(true);
}

function receive(frame: Frame): void {
  const verdict = sequence.accept(frame);
  if (verdict === 'repeat') return;
  frames.emit(frame);
  if (verdict === 'gap') resyncs.emit();
}

function join(topic: WatchTopic): void {
  socket?.emit('watch', topic, ({ ok, version }) => {
    if (ok) joins.emit({ topic, version });
  });
}

/** Asks to see a topic until the answer is called. */
export function watch(topic: WatchTopic): () => void {
  if (watches.add(topic) && socket?.connected) join(topic);
  return () => {
    if (!watches.remove(topic)) return;
    socket?.emit('unwatch', topic);
    sequence.leave(topic.topic === 'case' ? `case:${topic.caseId}` : `board:${topic.groupId}`);
  };
}

export function setRecording(caseId: number, recording: boolean): void {
  socket?.emit('recording', { caseId, recording });
}

export function isFrame<Name extends MessageName>(frame: Frame, name: Name): frame is Frame<Name> & Frame {
  return frame.name === name;
}
