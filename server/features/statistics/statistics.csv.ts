import { Readable } from 'node:stream';
import type { Language } from '../../../contract/codes.js';
import type { RepayRow } from '../../../contract/team/statistics.js';
import { columnsOf, csvOf } from '../../platform/http/csv.js';
import { wallClock } from '../../../contract/shared/wall-clock.js';

/** A spreadsheet of payments or reversals: money as numbers of pesos, Mexico City's time. */
export function statisticsCsv(parts: AsyncIterable<RepayRow[]>, language: Language): Readable {
  return csvOf(Readable.from(spread(parts)), columnsOf('statistics', language));
}

async function* spread(
  parts: AsyncIterable<RepayRow[]>,
): AsyncGenerator<Record<string, string | number | null>> {
  for await (const rows of parts) {
    for (const { id: _id, ...row } of rows) {
      yield {
        ...row,
        repay_due_amount: (row.repay_due_amount / 100).toFixed(2),
        amount: (row.amount / 100).toFixed(2),
        repay_time: wallClock(new Date(row.repay_time)),
      };
    }
  }
}
