import type { Dispatch } from '@reduxjs/toolkit';
import { io, type Socket } from 'socket.io-client';
import type { ListenEnd } from '../../contract/supervision/listening';
import type { Heartbeat } from '../../contract/team/presence';
import {
  COMING_BACK,
  type ClientToServer,
  type PushEnvelope,
  type ServerToClient,
  type WatchTopic,
} from '../../contract/realtime';
import { newRequestId } from '../lib/request-id';
import { token } from '../lib/session';
import {
  connectionChanged,
  pushReceived,
  pushesMissed,
  roomJoined,
  sessionUnknown,
} from '../state/connection';
import { Sequence } from './sequence';
import { topicKey, Watches } from './watches';

/**
 * The one socket of this tab, which tells the store what comes. Guarantees that a frame is delivered at most once and in
 * order, and that after a gap, a relay's new life or a reconnect the screens are told to refetch. It does not promise every
 * frame: a board's slow reader loses some and gets the sum.
 */
const sequence = new Sequence();
const watches = new Watches();
let socket: Socket<ServerToClient, ClientToServer> | null = null;
/** The store of this tab, from the first opening on. */
let dispatch: Dispatch = (action) => action;
type HeartbeatFields = Omit<Heartbeat, 'tab'>;
/** This page, from its opening on. */
const TAB = newRequestId();
let say: (() => HeartbeatFields) | null = null;
/** How long screens wait for the first connection before they ask without it. */
const TIMEOUT_MS = 150;

/** @param store of a page that begins; without it the page goes on that closed the socket for a moment */
export function openSocket(store?: Dispatch): void {
  if (socket) return;
  dispatch = store ?? dispatch;
  dispatch(connectionChanged({ state: 'connecting' }));
  let mayAsk = store === undefined;
  let wasLive = false;
  const letAsk = () => {
    mayAsk = true;
    dispatch(connectionChanged({ mayAsk }));
  };
  const opened: Socket<ServerToClient, ClientToServer> = io({
    transports: ['websocket'],
    auth: (give) => give({ token: token() }),
    ...COMING_BACK,
  });
  socket = opened;
  setTimeout(() => socket === opened && letAsk(), TIMEOUT_MS);
  opened.on('connect', () => {
    dispatch(connectionChanged({ state: 'live' }));
    for (const topic of watches.all()) join(topic);
    if (mayAsk) {
      sequence.clear();
      dispatch(pushesMissed());
    }
    wasLive = true;
    letAsk();
    sendHeartbeat();
  });
  opened.io.on('ping', sendHeartbeat);
  opened.on('disconnect', (reason) => {
    soundEnded('CLOSED');
    if (reason !== 'io client disconnect') dispatch(connectionChanged({ state: 'lost' }));
    // The server closed it on purpose and socket.io then stays away: only a fresh session may come back.
    if (reason === 'io server disconnect') setTimeout(() => socket === opened && opened.connect(), 2000);
  });
  opened.on('connect_error', (cause) => {
    dispatch(connectionChanged({ state: wasLive ? 'lost' : 'connecting' }));
    if (cause.message.startsWith('session.')) dispatch(sessionUnknown());
    // Too many tabs: another one may have been closed by then.
    if (cause.message === 'request.tooMany') setTimeout(() => socket === opened && opened.connect(), 30_000);
  });
  opened.on('frame', receive);
  opened.on('sound', (pcm) => heard?.onSound(pcm instanceof ArrayBuffer ? pcm : Uint8Array.from(pcm).buffer));
  opened.on('soundEnded', ({ reason }) => soundEnded(reason));
}

export function closeSocket(): void {
  socket?.disconnect();
  socket = null;
  sequence.clear();
  dispatch(connectionChanged({ state: 'off' }));
}

function receive(push: PushEnvelope): void {
  const verdict = sequence.accept(push);
  if (verdict === 'repeat') return;
  dispatch(pushReceived(push));
  if (verdict === 'gap') dispatch(pushesMissed());
}

function join(topic: WatchTopic): void {
  socket?.emit('watch', topic, ({ ok, version }) => {
    if (ok) dispatch(roomJoined({ topic, version }));
  });
}

/** Asks to see a topic until the answer is called. */
export function watch(topic: WatchTopic): () => void {
  if (watches.add(topic) && socket?.connected) join(topic);
  return () => {
    if (!watches.remove(topic)) return;
    socket?.emit('unwatch', topic);
    sequence.leave(topicKey(topic));
  };
}

export function setRecording(caseId: number, recording: boolean): void {
  socket?.emit('recording', { caseId, recording });
}

/**
 * Answers the server's heartbeat requests with this page's state. Timers of ours would not do:
 * they are slowed down in a page that nobody sees.
 */
export function answerHeartbeats(next: () => HeartbeatFields): () => void {
  say = next;
  return () => {
    say = null;
  };
}

/** Says it now, for something has changed. */
export function sendHeartbeat(): void {
  if (say && socket?.connected) socket.emit('beat', { tab: TAB, ...say() });
}

interface Heard {
  onSound: (pcm: ArrayBuffer) => void;
  onEnd: (reason: ListenEnd) => void;
}

/** Receiver of the open call's sound. */
let heard: Heard | null = null;

/** Opens the sound of a call by its ticket. @returns false when the server refuses it, or cannot be asked */
export async function listenIn(ticket: string, ears: Heard): Promise<boolean> {
  // The end of the one before is not the new one's.
  heard = null;
  if (!socket?.connected) return false;
  const { ok } = await socket.emitWithAck('listenIn', { ticket });
  if (ok) heard = ears;
  return ok;
}

function soundEnded(reason: ListenEnd): void {
  heard?.onEnd(reason);
  heard = null;
}

/** Sends the microphone's sound into the open call. */
export function talk(pcm: ArrayBuffer): void {
  socket?.volatile.emit('talk', pcm);
}
