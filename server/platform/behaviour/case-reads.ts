import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { READ_EVERY_MINUTES } from '../../../contract/supervision/behaviour.js';
import type { Actor } from '../auth/actor.js';
import { Clock } from '../clock/clock.js';
import { Ids } from '../db/ids.js';
import { sql } from '../db/sql.js';
import { UnitOfWork, type Tx } from '../db/unit-of-work.js';
import { Logger } from '../logger/logger.js';
import type { AddressLocation } from './address-location.sql.js';
import { BehaviourRecords } from './behaviour-records.js';

export type ReadType = 'VIEW_CASE' | 'VIEW_PICTURE' | 'VIEW_CONTACTS';
interface CaseRead {
  type: ReadType;
  caseId: number;
}

const EVERY_MS = READ_EVERY_MINUTES * 60_000;
const REMEMBERED = 50_000;
/** Transactions at once: commands, for which somebody waits, find the other connections free. */
const LANES = 4;

/**
 * Records who read what of a case, once per person, case, type and ten minutes. The read does not wait for its record: it is
 * written after the answer was sent, and no later answer of the session is sent before (`record-reads.ts`). So what waits
 * here is at most what the calls that are being answered have read, and a server that is stopped gently writes it first. A
 * server that is killed loses the records of its last milliseconds, and one whose database fails those of that moment, which
 * are logged; both are written by the next read.
 *
 * That servers beside each other write one record is settled by the row in `case_read`, which the first of them locks.
 */
@Injectable()
export class CaseReads {
  private readonly recent: LRUCache<string, true>;
  /** By session: what its next answer waits for. */
  private readonly waiting = new Map<number, Promise<void>>();
  /** A person's records follow each other in one lane. */
  private readonly lanes = Array.from({ length: LANES }, () => Promise.resolve());

  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly behaviours: BehaviourRecords,
    private readonly logger: Logger,
    clock: Clock,
  ) {
    const now = () => clock.now().getTime();
    this.recent = new LRUCache({ max: REMEMBERED, ttl: EVERY_MS, ttlResolution: 0, perf: { now } });
  }

  /** Begins to write; the caller has sent its answer. */
  note(actor: Actor, read: CaseRead): void {
    const key = `${actor.userId} ${read.caseId} ${read.type}`;
    if (this.recent.has(key)) return;
    this.recent.set(key, true);
    const lane = actor.userId % LANES;
    const writing = this.lanes[lane]!.then(() => this.write(actor, read)).catch((error: unknown) => {
      this.recent.delete(key);
      this.logger.error(error);
    });
    this.lanes[lane] = writing;
    const { sessionId } = actor;
    this.waiting.set(sessionId, writing);
    void writing.then(() => {
      if (this.waiting.get(sessionId) === writing) this.waiting.delete(sessionId);
    });
  }

  /** @returns undefined when all that the session has read is written, which is the usual case */
  unwritten(sessionId: number): Promise<void> | undefined {
    return this.waiting.get(sessionId);
  }

  async settled(): Promise<void> {
    await Promise.all(this.lanes);
  }

  private async write(actor: Actor, { type, caseId }: CaseRead): Promise<void> {
    const id = await this.ids.take();
    const { userId } = actor;
    await this.uow.transact(actor, async (tx) => {
      tx.write(claim(tx, { userId, caseId, type, id }));
      const [[newest], locations, before] = await tx.read<[{ id: number }, AddressLocation, object]>(
        sql`SELECT r.behaviour_id AS id FROM case_read r
            WHERE r.user_id = ${userId} AND r.case_id = ${caseId} AND r.type = ${type}`,
        ...this.behaviours.locationReads(tx, actor, 'SERVER'),
      );
      if (newest!.id !== id) return;
      // Not a change that a move could miss: the case keeps its version.
      if (type === 'VIEW_CASE')
        tx.write(sql`UPDATE collection_case SET last_opened_at = ${tx.now} WHERE id = ${caseId}`);
      this.behaviours.recordAt(tx, actor, id, { type, caseId }, before[0] && locations[0]);
    });
  }
}

/** Locks the row, and has it name this record unless there is one that is young enough. */
function claim(tx: Tx, read: CaseRead & { userId: number; id: number }) {
  const { userId, caseId, type, id } = read;
  const old = new Date(tx.now.getTime() - EVERY_MS);
  // The columns are set in this order: the time is the last that is compared.
  return sql`
    INSERT INTO case_read (user_id, case_id, type, behaviour_id, at)
    VALUES (${userId}, ${caseId}, ${type}, ${id}, ${tx.now})
    ON DUPLICATE KEY UPDATE behaviour_id = IF(at <= ${old}, VALUES(behaviour_id), behaviour_id),
      at = IF(at <= ${old}, VALUES(at), at)`;
}
