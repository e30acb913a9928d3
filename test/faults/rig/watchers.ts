import type { Socket as Wire } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { seatsAfter, type BoardPush } from '../../../contract/team/board-frame.js';
import type { BoardRow, BoardSeats, ScoreCard } from '../../../contract/team/boards.js';
import type { ClientToServer, PushEnvelope, Messages, ServerToClient } from '../../../contract/realtime.js';
import { read, type Clients } from './calls.js';
import type { Person } from './people.js';
import { until } from './wait.js';

const SETTLED_MS = 8_000;
const BACK_MS = 60_000;
const COMPARED = [
  'day',
  'taskCount',
  'settleTaskCount',
  'actualReceivedAmount',
  'ranking',
  'rankedCount',
] as const;

/**
 * Somebody looking at a screen, as the client does it: patches what it shows from frames, newest version wins, and asks
 * again after a hole in the numbers, a new epoch, a reconnect or a hint. It is never told to ask for any other reason.
 */
export class Watcher {
  private readonly socket: Socket<ServerToClient, ClientToServer>;
  private readonly shown = new Map<number, ScoreCard>();
  private readonly seen = new Map<string, { epoch: number; seq: number }>();
  private asking: Promise<void> = Promise.resolve();
  frames = 0;
  refetches = 0;
  /** performance.now() of the last frame that carried data. */
  lastFrameAt = 0;

  constructor(
    private readonly clients: Clients,
    private readonly person: Person,
    server: number,
  ) {
    this.socket = io(clients.urls[server]!, {
      transports: ['websocket'],
      auth: { token: person.token },
      extraHeaders: { cookie: `token=${person.token}` },
      reconnectionDelay: 100,
      reconnectionDelayMax: 500,
    });
    this.socket.on('connect', () => {
      this.seen.clear();
      if (person.role === 'leader')
        this.socket.emit('watch', { topic: 'board', groupId: person.groupId }, () => this.refetch());
      else this.refetch();
    });
    this.socket.on('frame', (frame) => this.receive(frame));
  }

  async connected(): Promise<void> {
    await until('a socket to connect', () => this.socket.connected && this.shown.size > 0);
  }

  /** Goes away, comes back after a while, and has asked again when this is done. */
  async drop(milliseconds: number): Promise<void> {
    const before = this.refetches;
    this.socket.disconnect();
    await delay(milliseconds);
    this.socket.connect();
    await until(
      'a dropped socket to be back',
      () => this.socket.connected && this.refetches > before,
      BACK_MS,
    );
    await this.asking;
  }

  /** Takes nothing any more of what it is sent. @returns how to end that */
  stall(): () => void {
    // Below socket.io: it reads by itself whatever arrives.
    const { ws } = this.socket.io.engine.transport as unknown as { ws: { _socket: Wire } };
    ws._socket.pause();
    return () => void ws._socket.resume();
  }

  close(): void {
    this.socket.disconnect();
  }

  /** @returns what the screen shows otherwise than the server says, once nothing moves any more. */
  async differences(): Promise<string[]> {
    let found: string[] = [];
    const end = performance.now() + SETTLED_MS;
    do {
      await this.asking;
      found = this.compare(await this.ask());
    } while (found.length > 0 && performance.now() < end);
    return found;
  }

  private compare(rows: readonly ScoreCard[]): string[] {
    return rows.flatMap((row) => {
      const shown = this.shown.get(row.collectorId);
      const wrong = COMPARED.filter((field) => shown?.[field] !== row[field]);
      return wrong.map(
        (field) =>
          `${this.person.role} ${this.person.id} sees ${field} ${shown?.[field]} of ${row.collectorId}, it is ${row[field]}`,
      );
    });
  }

  private receive(frame: PushEnvelope): void {
    if (frame.name === 'scoreCard.changed' || frame.name === 'board.changed') {
      this.frames++;
      this.lastFrameAt = performance.now();
      if (frame.name === 'board.changed') this.patch(frame.data as BoardPush);
      else this.show([frame.data as ScoreCard]);
    }
    const asksFor = frame.name === 'tags.changed' ? (frame.data as Messages['tags.changed']).tags : [];
    const hinted = asksFor.some(({ type }) => type === 'ScoreCard' || type === 'Board');
    if (this.hasGap(frame) || hinted) this.refetch();
  }

  /** Frames were lost, or the relay has begun a new life. Number 0 is outside the count. */
  private hasGap({ room, epoch, seq }: PushEnvelope): boolean {
    if (seq === 0) return false;
    const before = this.seen.get(room);
    if (before && (epoch < before.epoch || (epoch === before.epoch && seq <= before.seq))) return false;
    this.seen.set(room, { epoch, seq });
    return before !== undefined && (before.epoch !== epoch || before.seq + 1 !== seq);
  }

  private patch(frame: BoardPush): void {
    const rows = [...this.shown.values()] as BoardRow[];
    if (rows.some(({ day }) => day < frame.day)) return this.refetch();
    const after = seatsAfter(rows, frame, { day: rows[0]?.day ?? frame.day });
    for (const row of after) this.shown.set(row.collectorId, row);
  }

  private show(rows: readonly ScoreCard[]): void {
    for (const row of rows) {
      const shown = this.shown.get(row.collectorId);
      if (!shown || row.day > shown.day || (row.day === shown.day && row.version >= shown.version))
        this.shown.set(row.collectorId, row);
    }
  }

  private refetch(): void {
    this.refetches++;
    this.asking = this.asking.then(async () => this.show(await this.ask()));
  }

  private async ask(): Promise<ScoreCard[]> {
    const leads = this.person.role === 'leader';
    const path = leads ? 'dashboard/personal' : 'achievementBoard/queryAgentAchievement';
    const { code, data } = await this.clients.send(read(this.person, path));
    if (code !== '00') throw new Error(`${path} answered ${code}`);
    return leads ? (data as BoardSeats).rows : [data as ScoreCard];
  }
}

/** A leader and a collector of each team, on both servers. */
export async function openWatchers(
  clients: Clients,
  company: { collectors: Person[]; leaders: Person[] },
): Promise<Watcher[]> {
  const people = [...company.leaders.slice(0, 2), ...company.collectors.slice(0, 4)];
  const watchers = people.map((person, n) => new Watcher(clients, person, n % clients.urls.length));
  await Promise.all(watchers.map((watcher) => watcher.connected()));
  return watchers;
}

/** @returns the differences of all screens; closes them. */
export async function closeWatchers(watchers: readonly Watcher[]): Promise<string[]> {
  const found = await Promise.all(watchers.map((watcher) => watcher.differences()));
  for (const watcher of watchers) watcher.close();
  return found.flat();
}

/** @returns ms from `since` until every screen has got a frame sent to it after now. */
export async function framesAgain(watchers: readonly Watcher[], since: number): Promise<number> {
  const now = performance.now();
  await until('frames to come again', () => watchers.every((watcher) => watcher.lastFrameAt > now), 60_000);
  return performance.now() - since;
}
