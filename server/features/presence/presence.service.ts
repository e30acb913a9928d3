import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import type { Heartbeat, PresenceState } from '../../../contract/team/presence.js';
import { SYSTEM, type Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type TxActor } from '../../platform/db/unit-of-work.js';
import { PresenceLeases, type Heard } from './presence-leases.service.js';
import { stateOf, type PresenceChange, type Tab } from '../../domain/presence/presence.rules.js';

/** When a whole floor loses its line, this many are written at a time. */
const AT_ONCE = 4;

/**
 * Each collector's availability, stored when it changes. A beat compares it with what is stored, and the sweep does so for
 * all, for a browser that has fallen silent says nothing: whatever was lost, with a server, a worker or Redis, the next of
 * the two puts right.
 */
@Injectable()
export class PresenceService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly leases: PresenceLeases,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** While Redis is away nothing changes: what other pages of the person know is not known then. */
  async onHeartbeat(actor: Actor, heartbeat: Heartbeat): Promise<void> {
    if (actor.role !== 'member' || actor.kiosk) return;
    const heard = await this.leases.renew(actor.userId, heartbeat, actor.sessionId);
    if (heard) await this.storeAvailability(actor, actor.userId, this.stateBy(heard));
  }

  /** A person whose last session has ended is away at once; a page that was only closed is waited for. */
  async leave(userId: number, sessionId: number): Promise<void> {
    const other = await this.database.row(sql`
      SELECT id FROM user_session
      WHERE user_id = ${userId} AND kind = 'PERSON' AND ended_at IS NULL AND expires_at > ${this.clock.now()} LIMIT 1`);
    if (other) return;
    await this.leases.end(userId, sessionId);
    await this.storeAvailability(SYSTEM, userId, 'AWAY');
  }

  /** Compares everybody. @returns how many changes it stored. */
  async reconcile(): Promise<number> {
    if (!(await this.leases.mayJudge())) return 0;
    const collectors = await this.database.rows<{ id: number; state: PresenceState }>(sql`
      SELECT u.id, COALESCE(p.state, 'AWAY') AS state FROM user u LEFT JOIN presence p ON p.collector_id = u.id
      WHERE u.role = 'member' AND (u.enabled = 1 OR p.state <> 'AWAY')`);
    const heard = await this.leases.of(collectors.map(({ id }) => id));
    if (!heard) return 0;
    const changed = collectors.flatMap(({ id, state }, index) => {
      const now = this.stateBy({ tabs: heard.tabs[index]!, now: heard.now });
      return now === state ? [] : [{ id, now }];
    });
    const inTurn = pLimit(AT_ONCE);
    await Promise.all(changed.map(({ id, now }) => inTurn(() => this.storeAvailability(SYSTEM, id, now))));
    return changed.length;
  }

  private async storeAvailability(actor: TxActor, collectorId: number, state: PresenceState): Promise<void> {
    const stored = await this.database.row<PresenceChange>(sql`
      SELECT state, since FROM presence WHERE collector_id = ${collectorId}`);
    if ((stored?.state ?? 'AWAY') !== state) await this.store(actor, collectorId, state);
  }

  private stateBy({ tabs, now }: Heard<readonly Tab[]>): PresenceState {
    return stateOf(tabs, now, this.config.idleAfterMs);
  }

  private store(actor: TxActor, collectorId: number, seen: PresenceState): Promise<void> {
    return this.uow.transact(actor, async (tx) => {
      // The person's row is the lock: the first change of all has no other row yet.
      const [people, known] = await tx.read<
        [{ institutionId: number; groupId: number | null }, PresenceChange]
      >(
        sql`SELECT institution_id AS institutionId, group_id AS groupId FROM user
            WHERE id = ${collectorId} AND role = 'member' FOR UPDATE`,
        sql`SELECT state, since FROM presence WHERE collector_id = ${collectorId}`,
      );
      const person = people[0];
      const before = known[0];
      // Two beats at once wait here for each other: what the later one said holds for both.
      const heard = await this.leases.of([collectorId]);
      const state = heard ? this.stateBy({ tabs: heard.tabs[0]!, now: heard.now }) : seen;
      if (!person || person.groupId === null || (before?.state ?? 'AWAY') === state) return;
      // A server whose clock is behind must not end what has not begun.
      const since = new Date(Math.max(tx.now.getTime(), before ? before.since.getTime() + 1 : 0));
      tx.write(sql`
        INSERT INTO presence (collector_id, state, since) VALUES (${collectorId}, ${state}, ${since})
        ON DUPLICATE KEY UPDATE state = VALUES(state), since = VALUES(since), version = version + 1`);
      tx.write(sql`
        INSERT INTO presence_change (collector_id, since, state) VALUES (${collectorId}, ${since}, ${state})`);
      const { institutionId, groupId } = person;
      tx.emit(
        'presence.changed',
        { collectorId, institutionId, groupId, state, since: since.toISOString() },
        { effectiveAt: since },
      );
    });
  }
}
