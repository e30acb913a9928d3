import { Injectable } from '@nestjs/common';
import { MAX_SOUND_BYTES, type ListenEnd } from '../../../contract/supervision/listening.js';
import { AppError } from '../../platform/http/app-error.js';
import { Logger } from '../../platform/logger/logger.js';
import { SocketsService, type AppSocket } from '../../platform/realtime/sockets.service.js';
import type { Monitor } from '../../domain/calls/telephone.rules.js';
import { TelephoneService } from '../calls/telephone/telephone.service.js';
import { ListeningService, type Listening } from './listening.service.js';

const CHECK_MS = 300;
/** Chunks from a browser that the supplier has not taken yet; more is dropped, for late words are worse than none. */
const MAX_WAITING = 5;

interface Open {
  listening: Listening;
  monitor: Monitor;
  check: NodeJS.Timeout;
  /** Takes away what was listened to on the socket. */
  forget: () => void;
  waiting: number;
}

/**
 * The sound between a supervisor's socket and the supplier, passed on as it comes and kept nowhere. Whoever loses session,
 * permission, scope or call hears nothing more within CHECK_MS and what a question takes; the socket's end is the sound's.
 */
@Injectable()
export class ListeningSounds {
  private readonly open = new Map<AppSocket, Open>();

  constructor(
    private readonly listening: ListeningService,
    private readonly sockets: SocketsService,
    private readonly telephone: TelephoneService,
    private readonly logger: Logger,
  ) {}

  /**
   * A sound that the socket hears already goes on until the new one is there: a refused ticket, and a supplier that fails,
   * end nothing.
   *
   * @throws session.gone, permission.denied, listening.ticket, call.over
   */
  async begin(socket: AppSocket, ticket: string): Promise<void> {
    const actor = await this.sockets.personOf(socket);
    if (!actor) throw new AppError('session.gone');
    const begun = await this.listening.begin(actor, ticket);
    try {
      await this.connect(socket, begun);
    } catch (error) {
      await this.listening.end(begun.listeningId, 'SUPPLIER');
      throw error;
    }
  }

  /** Into the call. Of who only listens, and beyond what the supplier takes, nothing is passed on. */
  private talk(socket: AppSocket, pcm: unknown): void {
    const open = this.open.get(socket);
    const isSound = Buffer.isBuffer(pcm) && pcm.length > 0 && pcm.length <= MAX_SOUND_BYTES;
    if (!open || !isSound || open.listening.mode === 'LISTEN' || open.waiting >= MAX_WAITING) return;
    open.waiting++;
    open.monitor
      .say(pcm.subarray(0, pcm.length & ~1))
      .catch((error: unknown) => this.logger.debug(`Not said: ${String(error)}`))
      .finally(() => open.waiting--);
  }

  async close(socket: AppSocket, reason: ListenEnd): Promise<void> {
    const open = this.open.get(socket);
    if (!open) return;
    this.open.delete(socket);
    clearInterval(open.check);
    open.forget();
    open.monitor.sound.destroy();
    socket.emit('soundEnded', { callId: open.listening.callId, reason });
    await this.listening.end(open.listening.listeningId, reason);
  }

  private async connect(socket: AppSocket, listening: Listening): Promise<void> {
    const line = await this.listening.lineOf(listening.callId);
    const monitor = await this.telephone.listenIn(line, listening.mode);
    const { sound } = monitor;
    // Takes the one before away at once, so that two tickets at the same time leave one sound.
    const closed = this.close(socket, 'LEFT');
    const check = setInterval(() => void this.checkAgain(socket), CHECK_MS);
    const forget = this.hear(socket);
    this.open.set(socket, { listening, monitor, check, forget, waiting: 0 });
    let rest = Buffer.alloc(0);
    sound.on('data', (part: Buffer) => {
      const known = rest.length === 0 ? part : Buffer.concat([rest, part]);
      rest = Buffer.from(known.subarray(known.length & ~1));
      // A browser that does not keep up hears less, and nothing late.
      socket.volatile.emit('sound', known.subarray(0, known.length & ~1));
    });
    const over = () => {
      if (this.open.get(socket)?.monitor === monitor) void this.quietly(this.close(socket, 'CALL'));
    };
    sound.on('close', over).on('error', over);
    await closed;
    if (!socket.connected) await this.close(socket, 'CLOSED');
  }

  /** Not by the gateway: its pipe parses what it is given, and these are bytes, ten times a second. */
  private hear(socket: AppSocket): () => void {
    const talk = (pcm: unknown) => this.talk(socket, pcm);
    const gone = () => void this.quietly(this.close(socket, 'CLOSED'));
    socket.on('talk', talk);
    socket.on('disconnect', gone);
    return () => {
      socket.off('talk', talk);
      socket.off('disconnect', gone);
    };
  }

  private async checkAgain(socket: AppSocket): Promise<void> {
    const open = this.open.get(socket);
    if (!open) return;
    try {
      const actor = await this.sockets.personOf(socket);
      const verdict = actor ? await this.listening.mayGoOn(actor, open.listening) : 'RIGHTS';
      if (verdict !== 'yes') await this.closeChecked(socket, open, verdict);
    } catch (error) {
      // A listener who cannot be checked may not hear.
      this.logger.warn('A listening could not be checked', { reason: String(error) });
      await this.quietly(this.closeChecked(socket, open, 'RIGHTS'));
    }
  }

  /** Closes the sound that was checked, unless another one has taken its place meanwhile. */
  private async closeChecked(socket: AppSocket, open: Open, reason: ListenEnd): Promise<void> {
    if (this.open.get(socket) === open) await this.close(socket, reason);
  }

  private quietly(work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) =>
      this.logger.warn('A listening was not closed', { reason: String(error) }),
    );
  }
}
