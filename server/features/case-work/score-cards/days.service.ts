import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { businessDay } from '../../../../contract/shared/date.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database, dbErrorCode } from '../../../platform/db/database.js';
import { rowsOf, sql } from '../../../platform/db/sql.js';
import { UnitOfWork, Unprepared, type Tx } from '../../../platform/db/unit-of-work.js';
import { claimRows } from '../../../domain/loans/claiming.writes.js';
import { fallingRows, type FallingRow } from '../../../domain/loans/due.sql.js';
import { noteByProduct } from '../../../domain/score-cards/day-products.sql.js';
import { NO_FIGURES, type DayTarget } from '../../../domain/score-cards/score-card.rules.js';
import {
  shareOf,
  targetBy,
  targetOf,
  type BaseCase,
  type Indicator,
  type Target,
} from '../../../domain/score-cards/target.rules.js';

interface CollectorRow {
  id: number;
  institutionId: number;
  groupId: number | null;
  queueId: number | null;
  ranked: number;
}
type OwnedCase = Omit<BaseCase, 'amount'> & { id: number; amountDue: number };
type DayBaseCase = BaseCase & { id: number };
type DutyCollector = CollectorRow & { groupId: number; queueId: number };

const SEEN_LIMIT = 50_000;

/**
 * Opens a collector's day: the event `day.opened` with what the collector owns, and the rows that the score card lives in.
 * Written at 00:00 Mexico time by a job, or by the first command of the day that needs it, whichever comes first; the
 * primary key decides. A user who is no collector, or has no group or queue, has no days.
 */
@Injectable()
export class DaysService {
  /** Days never close and keep their target's terms, so a process may remember what it has seen. 'none': this user has no days. */
  private readonly seen = new LRUCache<string, DayTarget | 'none'>({ max: SEEN_LIMIT });

  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  known(collectorId: number, day: string): DayTarget | 'none' | undefined {
    return this.seen.get(`${collectorId}:${day}`);
  }

  /** For a command to throw that meets collectors whose day this process has not seen open. */
  notOpen(collectorIds: readonly number[], day: string): Unprepared {
    const why = `The day ${day} is not open for ${collectorIds.join(', ')}`;
    return new Unprepared(why, () => this.open(collectorIds, day));
  }

  async open(collectorIds: readonly number[], day: string): Promise<void> {
    for (const id of collectorIds) this.seen.set(`${id}:${day}`, await this.openOne(id, day));
  }

  /** Opens the day of every enabled collector. @returns how many were opened now. */
  async openAll(): Promise<number> {
    const day = businessDay(this.clock.now());
    const waiting = await this.database.rows<{ id: number }>(sql`
      SELECT u.id FROM user u LEFT JOIN collector_day d ON d.collector_id = u.id AND d.day = ${day}
      WHERE u.role = 'member' AND u.enabled = 1 AND u.group_id IS NOT NULL AND u.queue_id IS NOT NULL
        AND d.collector_id IS NULL`);
    await this.open(
      waiting.map((row) => row.id),
      day,
    );
    return waiting.length;
  }

  private async openOne(collectorId: number, day: string): Promise<DayTarget | 'none'> {
    const known = await this.targetOfDay(collectorId, day);
    if (known) return known;
    try {
      return await this.uow.transact(SYSTEM, (tx) => this.write(tx, collectorId, day));
    } catch (error) {
      const opened = dbErrorCode(error) === 'ER_DUP_ENTRY' && (await this.targetOfDay(collectorId, day));
      if (opened) return opened;
      throw error;
    }
  }

  private async targetOfDay(collectorId: number, day: string): Promise<DayTarget | undefined> {
    const row = await this.database.row<{ unit: DayTarget['unit']; terms: string | null }>(sql`
      SELECT target_unit AS unit, target_terms AS terms FROM collector_day
      WHERE collector_id = ${collectorId} AND day = ${day}`);
    return (
      row && {
        unit: row.unit,
        terms: row.terms === null ? null : (JSON.parse(row.terms) as DayTarget['terms']),
      }
    );
  }

  private async write(tx: Tx, collectorId: number, day: string): Promise<DayTarget | 'none'> {
    const [people, cases, indicators, falling] = await tx.read<
      [CollectorRow, OwnedCase, Indicator, FallingRow]
    >(
      sql`SELECT id, institution_id AS institutionId, group_id AS groupId, queue_id AS queueId, ranked
          FROM user WHERE id = ${collectorId} AND role = 'member' FOR UPDATE`,
      sql`SELECT id, amount_due AS amountDue, DATEDIFF(${day}, due_date) AS daysPastDue FROM collection_case
          WHERE owner_id = ${collectorId} AND is_open = 1 ORDER BY id FOR UPDATE`,
      sql`SELECT institution_id AS institutionId, queue_id AS queueId, method, CAST(target AS DOUBLE) AS target,
            buckets, id AS version
          FROM indicator
          WHERE enabled = 1 AND effective_from <= ${day} AND (effective_to IS NULL OR effective_to >= ${day})`,
      fallingRows(sql`c.owner_id = ${collectorId} AND c.is_open = 1`, day),
    );
    const person = people[0];
    if (!person || person.groupId === null || person.queueId === null) return 'none';
    // A day is measured by what was due when it began: what the night has not claimed yet is claimed first.
    claimRows(tx, cases, falling);
    const base = cases.map(({ id, amountDue: amount, daysPastDue }) => ({ id, amount, daysPastDue }));
    const target = targetBy(indicators, person);
    this.insert(tx, person as DutyCollector, day, base, target);
    return target;
  }

  private insert(tx: Tx, collector: DutyCollector, day: string, cases: DayBaseCase[], target: Target): void {
    const payable = cases.reduce((sum, { amount }) => sum + amount, 0);
    const { fixed, unit, version, terms } = target;
    const shares = cases.map((each) => shareOf(target, each));
    const share = shares.reduce((sum, one) => sum + one, 0);
    tx.write(sql`
      INSERT INTO collector_day (collector_id, day, institution_id, group_id, queue_id, ranked, indicator_version,
        target_fixed, target_unit, target_terms, target_share, task_count, payable_amount)
      VALUES (${collector.id}, ${day}, ${collector.institutionId}, ${collector.groupId}, ${collector.queueId}, ${collector.ranked},
        ${version}, ${fixed}, ${unit}, ${terms && JSON.stringify(terms)}, ${share}, ${cases.length}, ${payable})`);
    if (cases.length > 0) {
      tx.write(sql`
        INSERT INTO collector_day_case (collector_id, day, case_id, amount, share, in_base)
        VALUES ${rowsOf(cases.map(({ id, amount }, at) => [collector.id, day, id, amount, shares[at], 1]))}`);
    }
    const bound = cases.map(({ id: caseId, amount }) => ({
      collectorId: collector.id,
      caseId,
      delta: { ...NO_FIGURES, taskCount: 1, payableAmount: amount },
    }));
    for (const note of noteByProduct(day, bound)) tx.write(note);
    tx.emit('day.opened', {
      collectorId: collector.id,
      day,
      institutionId: collector.institutionId,
      groupId: collector.groupId,
      queueId: collector.queueId,
      ranked: collector.ranked === 1,
      indicatorVersion: version,
      target: targetOf(target, cases),
      targetUnit: unit,
      targetTerms: terms,
      cases: cases.map(({ id, amount, daysPastDue }) => [id, amount, daysPastDue]),
    });
  }
}
