import { Injectable } from '@nestjs/common';
import { businessDay } from '../../../../contract/shared/date.js';
import { list, rowsOf, sql, type Statement } from '../../../platform/db/sql.js';
import type { EmittedEvent, Tx } from '../../../platform/db/unit-of-work.js';
import { noteByProduct, type NotedChange } from '../../../domain/score-cards/day-products.sql.js';
import { DaysService } from './days.service.js';
import {
  addFigures,
  applyChange,
  changesOf,
  NO_FIGURES,
  type DayTarget,
  type CollectorChange,
  type DayCase,
  type DayCaseRow,
  type DayFigures,
} from '../../../domain/score-cards/score-card.rules.js';

/**
 * Keeps the collector's row of the day in the transaction of the command that changes it. Use: put `entries` among the
 * command's first reads (after the select that locks the case) and `apply` all its events. A command that meets a day which
 * is not open yet runs again after it was opened.
 *
 * It writes the rows of the collectors concerned and no others: a row that many commands share would cost most of the
 * throughput, so ranks and everything coarser are folded by the relay.
 */
@Injectable()
export class ScoreCardsService {
  constructor(private readonly days: DaysService) {}

  /** The select for the first round trip: what the day of every collector says of these cases. */
  entries(caseIds: readonly number[], now: Date): Statement {
    return sql`
      SELECT collector_id AS collectorId, case_id AS caseId, amount, share, in_base AS inBase, acted, paid, settled
      FROM collector_day_case WHERE case_id IN ${list(caseIds)} AND day = ${businessDay(now)}`;
  }

  /** Adds what the events change to the collectors' days. People who have no days are skipped. */
  apply(tx: Tx, events: readonly EmittedEvent[], rows: readonly DayCaseRow[]): void {
    const day = businessDay(tx.now);
    const changes = this.daysOf(events.flatMap(changesOf), day);
    const entries = new Map(rows.map((row) => [key(row.collectorId, row.caseId), toDayCase(row)]));
    const figures = new Map<number, DayFigures>();
    const touched = new Map<string, [collectorId: number, caseId: number]>();
    const noted: NotedChange[] = [];
    for (const { collectorId, caseId, change, target } of changes) {
      const { after, delta } = applyChange(entries.get(key(collectorId, caseId)), change, target);
      entries.set(key(collectorId, caseId), after);
      touched.set(key(collectorId, caseId), [collectorId, caseId]);
      noted.push({ collectorId, caseId, delta });
      figures.set(collectorId, addFigures(figures.get(collectorId) ?? NO_FIGURES, delta));
    }
    if (touched.size > 0) tx.write(saveEntries(day, touched, entries));
    for (const note of noteByProduct(day, noted)) tx.write(note);
    // In order of id, so that two commands which share two collectors can not lock them crosswise.
    for (const [collectorId, delta] of [...figures].sort(([left], [right]) => left - right)) {
      tx.write(addToDay(collectorId, day, delta));
    }
  }

  private daysOf(changes: CollectorChange[], day: string): (CollectorChange & { target: DayTarget })[] {
    const unknown = changes.map((change) => change.collectorId).filter((id) => !this.days.known(id, day));
    if (unknown.length > 0) throw this.days.notOpen([...new Set(unknown)], day);
    return changes.flatMap((change) => {
      const target = this.days.known(change.collectorId, day)!;
      return target === 'none' ? [] : [{ ...change, target }];
    });
  }
}

function saveEntries(
  day: string,
  touched: Map<string, [number, number]>,
  entries: Map<string, DayCase>,
): Statement {
  const rows = [...touched].map(([entryKey, [collectorId, caseId]]) => {
    const entry = entries.get(entryKey)!;
    const { amount, share, inBase, acted, paid, settled } = entry;
    return [collectorId, day, caseId, amount, share, inBase, acted, paid, settled];
  });
  return sql`
    INSERT INTO collector_day_case (collector_id, day, case_id, amount, share, in_base, acted, paid, settled)
    VALUES ${rowsOf(rows)}
    ON DUPLICATE KEY UPDATE amount = VALUES(amount), share = VALUES(share), in_base = VALUES(in_base), acted = VALUES(acted),
      paid = VALUES(paid), settled = VALUES(settled)`;
}

function addToDay(collectorId: number, day: string, delta: DayFigures): Statement {
  return sql`
    UPDATE collector_day SET task_count = task_count + ${delta.taskCount},
      settled_count = settled_count + ${delta.settledCount}, payable_amount = payable_amount + ${delta.payableAmount},
      target_share = target_share + ${delta.targetShare}, received_amount = received_amount + ${delta.receivedAmount},
      payment_count = payment_count + ${delta.paymentCount}, payment_amount = payment_amount + ${delta.paymentAmount},
      handled_count = handled_count + ${delta.handledCount},
      handled_paid_count = handled_paid_count + ${delta.handledPaidCount}, version = version + 1
    WHERE collector_id = ${collectorId} AND day = ${day}`;
}

function toDayCase(row: DayCaseRow): DayCase {
  return {
    amount: row.amount,
    share: row.share,
    inBase: row.inBase === 1,
    acted: row.acted === 1,
    paid: row.paid === 1,
    settled: row.settled === 1,
  };
}

function key(collectorId: number, caseId: number): string {
  return `${collectorId}:${caseId}`;
}
