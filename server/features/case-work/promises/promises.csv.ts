import { Readable } from 'node:stream';
import type { Language } from '../../../../contract/codes.js';
import type { ListedPromise } from '../../../../contract/cases/promises.js';
import { wallClock } from '../../../../contract/shared/wall-clock.js';
import { columnsOf, csvOf } from '../../../platform/http/csv.js';

/** A spreadsheet of promises: money as numbers of pesos, Mexico City's time. */
export function promisesCsv(parts: AsyncIterable<ListedPromise[]>, language: Language): Readable {
  return csvOf(Readable.from(spread(parts)), columnsOf('promises', language));
}

async function* spread(parts: AsyncIterable<ListedPromise[]>): AsyncGenerator<object> {
  for await (const rows of parts) {
    for (const row of rows) {
      yield {
        ...row,
        amount: (row.amount / 100).toFixed(2),
        paid: (row.paid / 100).toFixed(2),
        settledAt: row.settledAt === null ? null : wallClock(new Date(row.settledAt)).slice(0, 16),
      };
    }
  }
}
