import { rowsOf, sql, type Statement } from '../../platform/db/sql.js';
import type { DayFigures } from './score-card.rules.js';

export interface NotedChange {
  collectorId: number;
  caseId: number;
  delta: DayFigures;
}

/**
 * Notes what a command adds to collectors' days, by case. The relay adds it up by product and platform of the case's loan,
 * which a command need not read for it. What changes none of these figures is not noted.
 */
export function noteByProduct(day: string, changes: readonly NotedChange[]): Statement[] {
  const rows = changes
    .map(({ collectorId, caseId, delta }) => ({
      of: [collectorId, day, caseId],
      figures: [delta.taskCount, delta.settledCount, delta.payableAmount, delta.receivedAmount],
    }))
    .filter(({ figures }) => figures.some((figure) => figure !== 0));
  if (rows.length === 0) return [];
  return [
    sql`
      INSERT INTO collector_day_product_change (collector_id, day, case_id, bound, settled, payable, received)
      VALUES ${rowsOf(rows.map(({ of, figures }) => [...of, ...figures]))}`,
  ];
}
