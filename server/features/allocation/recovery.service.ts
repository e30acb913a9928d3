import { Injectable } from '@nestjs/common';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { list, rowsOf, sql } from '../../platform/db/sql.js';
import { RECOVERY_DAYS, RecoveryRates, type RecoverySum } from '../../domain/allocation/recovery.rules.js';
import { stratumSql } from '../../domain/allocation/strata.sql.js';

/** Collectors counted by one statement. */
const AT_ONCE = 50;

type DaySum = RecoverySum & { cases: number };

/**
 * Keeps what each of the last 30 days' cases owed and brought, by queue and stratum.
 *
 * The source are the rows that the events of the day were folded into: `collector_day_case` holds the cases of each
 * collector's day with the amount due when they entered it (`day.opened`, `case.assigned`), `payment` what was received
 * towards it (`payment.posted`, less `payment.reversed`). Money that is credited for a case of nobody's day is left out.
 */
@Injectable()
export class RecoveryService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Counts the days that are over and were not counted yet; counted again, a day is the same. */
  async countDays(): Promise<void> {
    const today = businessDay(this.clock.now());
    const counted = await this.database.rows<{ day: string }>(sql`
      SELECT day FROM recovery_day WHERE day >= ${addDays(today, -RECOVERY_DAYS)} GROUP BY day`);
    const known = new Set(counted.map(({ day }) => day));
    for (let back = 1; back <= RECOVERY_DAYS; back++) {
      const day = addDays(today, -back);
      if (!known.has(day)) await this.countDay(day);
    }
    await this.database.run(sql`DELETE FROM recovery_day WHERE day < ${addDays(today, -RECOVERY_DAYS)}`);
  }

  /** The rates of the last 30 days for the queues of these institutions. */
  async rates(institutionIds: readonly number[]): Promise<RecoveryRates> {
    const today = businessDay(this.clock.now());
    return new RecoveryRates(
      await this.database.rows<RecoverySum>(sql`
        SELECT r.queue_id AS queueId, r.stratum, CAST(SUM(r.amount) AS SIGNED) AS amount,
          CAST(SUM(r.received) AS SIGNED) AS received
        FROM recovery_day r JOIN queue q ON q.id = r.queue_id
        WHERE r.day >= ${addDays(today, -RECOVERY_DAYS)} AND r.day < ${today} AND q.institution_id IN ${list(institutionIds)}
        GROUP BY r.queue_id, r.stratum`),
    );
  }

  private async countDay(day: string): Promise<void> {
    const people = await this.database.rows<{ id: number }>(sql`
      SELECT u.id FROM user u JOIN collector_day d ON d.collector_id = u.id AND d.day = ${day} ORDER BY u.id`);
    const sums = new Map<string, DaySum>();
    for (let at = 0; at < people.length; at += AT_ONCE) {
      const ids = people.slice(at, at + AT_ONCE).map(({ id }) => id);
      for (const row of await this.sumsOf(day, ids)) {
        const key = `${row.queueId} ${row.stratum}`;
        const { cases = 0, amount = 0, received = 0 } = sums.get(key) ?? {};
        sums.set(key, {
          ...row,
          cases: cases + row.cases,
          amount: amount + row.amount,
          received: received + row.received,
        });
      }
    }
    const rows = [...sums.values()].map((sum) => [
      day,
      sum.queueId,
      sum.stratum,
      sum.cases,
      sum.amount,
      sum.received,
    ]);
    if (rows.length === 0) return;
    await this.database.run(sql`
      INSERT INTO recovery_day (day, queue_id, stratum, cases, amount, received) VALUES ${rowsOf(rows)}
      ON DUPLICATE KEY UPDATE cases = VALUES(cases), amount = VALUES(amount), received = VALUES(received)`);
  }

  /** The due date is the one that the day's payment found, else today's: what was overdue then, as far as it is known. */
  private sumsOf(day: string, collectorIds: readonly number[]): Promise<DaySum[]> {
    const people = list(collectorIds);
    const dpd = sql`DATEDIFF(${day}, COALESCE(p.due_since, c.due_date))`;
    return this.database.rows<DaySum>(sql`
      SELECT c.queue_id AS queueId, ${stratumSql(sql`d.amount`, dpd)} AS stratum, COUNT(*) AS cases,
        CAST(SUM(d.amount) AS SIGNED) AS amount, CAST(COALESCE(SUM(p.received), 0) AS SIGNED) AS received
      FROM collector_day_case d STRAIGHT_JOIN collection_case c ON c.id = d.case_id
      LEFT JOIN (
        SELECT credited_to, case_id, MIN(due_since) AS due_since,
          SUM(IF(type = 'REVERSAL', -towards_due, towards_due)) AS received
        FROM payment
        WHERE credited_to IN ${people} AND posted_at >= ${startOfBusinessDay(day)}
          AND posted_at < ${startOfBusinessDay(addDays(day, 1))}
        GROUP BY credited_to, case_id
      ) p ON p.credited_to = d.collector_id AND p.case_id = d.case_id
      WHERE d.collector_id IN ${people} AND d.day = ${day} AND d.in_base = 1
      GROUP BY queueId, stratum`);
  }
}
