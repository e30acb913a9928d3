import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { PoolConnection, RowDataPacket } from 'mysql2/promise';
import { EVENTS, type AnyEvent } from '../contract/events/events.js';
import { Database } from '../server/platform/db/database.js';
import { WAKE_UP_CHANNEL } from '../server/platform/db/outbox-wake-up.js';
import { Jobs } from '../server/platform/jobs/jobs.js';
import { Logger } from '../server/platform/logger/logger.js';
import type { Chain, StoredEvent } from '../server/domain/seals/seal.rules.js';
import { EVENT_STREAM } from '../server/domain/seals/streams.rules.js';
import { Push } from '../server/platform/push/push.js';
import { Redis } from '../server/platform/redis/redis.js';
import { BacklogMetrics } from './backlog-metrics.js';
import { projectCaseCounts } from './case-count-projection.js';
import { mergeJobs } from './jobs/merge-jobs.js';
import { KEEP_LEASE, takeLead } from './lease.js';
import { LiveModels } from './live/live-models.js';
import { projectDayProducts } from './product-projection.js';
import { INSERT_SEALS, openChain, RowSealing } from './sealing.js';
import { jobsFor } from './subscriptions.js';
import { settleAll } from './settle-all.js';
import { TelephoneExchange } from './telephone-exchange.js';

const BATCH = 400;
const POLL_MS = 1_000;
const RETRY_MS = 500;
/** So long a relay that met an event of a newer build leaves the lead to whoever knows it. */
const LEFT_MS = 2_000;
/** Counts that are not projected yet are added one by one by each reader. */
const COUNTS_MS = 1_000;
const OUTBOX = `
  SELECT e.id, e.name, e.subject_type AS subjectType, e.subject_id AS subjectId, e.case_id AS caseId,
    e.actor_id AS actorId, e.payload, e.request_id AS requestId, e.effective_at AS effectiveAt, e.recorded_at AS recordedAt
  FROM outbox o JOIN domain_event e ON e.id = o.event_id ORDER BY o.event_id LIMIT ${BATCH}`;

/**
 * Carries committed events from the outbox to jobs and sockets.
 *
 * Guarantees: every event that is in the outbox gets its jobs, its fold and its seal, in order of id (which is the order of commit
 * within one case, for the case's row is locked when its event is written). Jobs are added under an id made of the event,
 * and folds commit together with the deletion from the outbox, so a relay killed anywhere repeats without doubling.
 * It does not guarantee that a frame reaches a browser: the frame's epoch and number let the browser notice.
 *
 * One relay works at a time: the holder of the lease, whose number is checked by the transaction that empties the outbox and is
 * the epoch of the frames. Never read by "id > last seen": ids are given at insert and really commit out of order.
 */
@Injectable()
export class Relay implements OnApplicationShutdown {
  private running = false;
  private stopped: Promise<void> = Promise.resolve();
  private wake: () => void = () => undefined;
  private rung = false;
  /** Open while the lease is held, as its number is. */
  private chain!: Chain;
  private lease!: number;

  constructor(
    private readonly database: Database,
    private readonly redis: Redis,
    private readonly jobs: Jobs,
    private readonly live: LiveModels,
    private readonly push: Push,
    private readonly metrics: BacklogMetrics,
    private readonly rows: RowSealing,
    private readonly telephone: TelephoneExchange,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    const wakeUp = this.redis.connect();
    wakeUp.on('message', () => this.ring());
    void wakeUp
      .subscribe(WAKE_UP_CHANNEL)
      .catch((error: unknown) => this.logger.warn('The bell is silent', { error }));
    this.running = true;
    this.stopped = this.run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.running = false;
    this.ring();
    await this.stopped;
    await Promise.all([this.rows.ended(), this.telephone.ended()]);
  }

  private ring(): void {
    this.rung = true;
    this.wake();
  }

  private async run(): Promise<void> {
    while (this.running) {
      try {
        if ((await this.hold()) === 'UNKNOWN_EVENT') await delay(LEFT_MS);
      } catch (error) {
        this.logger.warn('The relay lost its connection and begins again', { reason: String(error) });
        await delay(RETRY_MS);
      }
    }
  }

  /** Works as long as this connection lives, the lease is its own, and it knows the events: those of a newer build wait for its relay. */
  private async hold(): Promise<'UNKNOWN_EVENT' | null> {
    const connection = await this.database.writer();
    try {
      const lease = await takeLead(connection, () => this.running);
      if (lease === null) return null;
      this.lease = lease;
      this.push.begin(lease);
      await this.live.resume();
      this.chain = await openChain(connection, EVENT_STREAM);
      this.rows.begin(lease);
      this.telephone.begin();
      let events: StoredEvent[] = [];
      let projectNext = 0;
      while (this.running) {
        this.rung = false;
        const known = knownOf(events);
        if (events.length > 0 && known.length === 0) return this.leave(events[0]!);
        events = known.length > 0 ? await this.carry(connection, known) : await readOutbox(connection);
        if (performance.now() >= projectNext) {
          await connection.query(KEEP_LEASE, [this.lease]);
          projectNext = (await projectNoted(connection)) ? 0 : performance.now() + COUNTS_MS;
        }
        if (events.length === 0) await this.rest();
      }
      return null;
    } finally {
      connection.destroy();
      this.rows.end();
      this.telephone.end();
    }
  }

  /** It would carry the event without its jobs and frames. */
  private leave({ name }: StoredEvent): 'UNKNOWN_EVENT' {
    this.logger.warn('An event of a newer build waits for a newer relay', { event: name });
    return 'UNKNOWN_EVENT';
  }

  private async rest(): Promise<void> {
    if (this.rung || !this.running) return;
    const timer = new AbortController();
    const woken = new Promise<void>((resolve) => (this.wake = resolve));
    await Promise.race([woken, delay(POLL_MS, undefined, { signal: timer.signal }).catch(() => undefined)]);
    timer.abort();
  }

  /** Jobs and frames, then folds, seals and the emptied outbox in one transaction. @returns the events that came meanwhile. */
  private async carry(connection: PoolConnection, stored: readonly StoredEvent[]): Promise<StoredEvent[]> {
    const events = stored.map(toEvent);
    const { rows: seals, next } = this.chain.over(stored);
    const [projections] = await settleAll(
      this.live.push(events),
      this.jobs.add(mergeJobs(events.flatMap(jobsFor))),
    );
    const text = [
      'START TRANSACTION',
      KEEP_LEASE,
      ...projections.map((projection) => projection.text),
      INSERT_SEALS,
      'DELETE o FROM outbox o FORCE INDEX (PRIMARY) WHERE o.event_id IN (?)',
      'COMMIT',
      OUTBOX,
    ];
    const ids = events.map((event) => event.id);
    const [results] = await connection.query<RowDataPacket[][]>(text.join('; '), [
      this.lease,
      ...projections.flatMap((projection) => [...projection.params]),
      seals,
      ids,
    ]);
    this.chain = next;
    this.metrics.carried(events);
    return results.at(-1)! as StoredEvent[];
  }
}

/** Those before the first that this build does not know: they are carried in their order. */
function knownOf(events: readonly StoredEvent[]): StoredEvent[] {
  const at = events.findIndex(({ name }) => !(name in EVENTS));
  return at === -1 ? [...events] : events.slice(0, at);
}

/** Adds up the changes that commands have noted. @returns whether there may be more. */
async function projectNoted(connection: PoolConnection): Promise<boolean> {
  const more = [await projectCaseCounts(connection), await projectDayProducts(connection)];
  return more.includes(true);
}

async function readOutbox(connection: PoolConnection): Promise<StoredEvent[]> {
  const [rows] = await connection.query<RowDataPacket[]>(OUTBOX);
  return rows as StoredEvent[];
}

function toEvent(row: StoredEvent): AnyEvent {
  return { ...row, payload: JSON.parse(row.payload) as unknown } as AnyEvent;
}
