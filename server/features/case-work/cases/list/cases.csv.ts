import { Readable } from 'node:stream';
import type { CaseRow } from '../../../../../contract/cases/cases.js';
import type { Language } from '../../../../../contract/codes.js';
import { columnsOf, csvOf } from '../../../../platform/http/csv.js';
import { wallClock } from '../../../../../contract/shared/wall-clock.js';

export function casesCsv(rows: readonly CaseRow[], language: Language): Readable {
  return csvOf(Readable.from(rows.map(toLine)), columnsOf('cases', language));
}

function toLine(row: CaseRow): object {
  return {
    ...row,
    // A plus sign begins a formula: escaped it would stand in the cell as a quote.
    borrowerPhone: row.borrowerPhone.replace(/^\+/, ''),
    amount: (row.amount / 100).toFixed(2),
    lastCallTime: row.lastCallTime === null ? null : wallClock(new Date(row.lastCallTime)).slice(0, 16),
  };
}
