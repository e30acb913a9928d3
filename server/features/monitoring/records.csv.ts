import { Readable } from 'node:stream';
import type { BehaviourRow } from '../../../contract/supervision/behaviour.js';
import type { CallRow } from '../../../contract/contact/calls.js';
import type { Language } from '../../../contract/codes.js';
import { wallClock } from '../../../contract/shared/wall-clock.js';
import { columnsOf, csvOf } from '../../platform/http/csv.js';

/** Mexico City's time. */
export function behavioursCsv(parts: AsyncIterable<BehaviourRow[]>, language: Language): Readable {
  return csvOf(Readable.from(lines(parts, behaviourLine)), columnsOf('behaviours', language));
}

/** Mexico City's time; lengths in seconds. */
export function callsCsv(parts: AsyncIterable<CallRow[]>, language: Language): Readable {
  return csvOf(Readable.from(lines(parts, callLine)), columnsOf('calls', language));
}

async function* lines<Row>(
  parts: AsyncIterable<Row[]>,
  toLine: (row: Row) => object,
): AsyncGenerator<object> {
  for await (const rows of parts) for (const row of rows) yield toLine(row);
}

function behaviourLine(row: BehaviourRow): object {
  return { ...row, contactNumber: withoutPlus(row.contactNumber), at: clock(row.at) };
}

function callLine(row: CallRow): object {
  const { calledNumber, callTime, answerTime, endTime, recording, simulated } = row;
  return {
    ...row,
    calledNumber: withoutPlus(calledNumber),
    callTime: clock(callTime),
    answerTime: clock(answerTime),
    endTime: clock(endTime),
    recording: recording ? 1 : 0,
    simulated: simulated ? 1 : 0,
  };
}

/** A plus sign begins a formula: escaped it would stand in the cell as a quote. */
function withoutPlus(number: string | null): string | null {
  return number?.replace(/^\+/, '') ?? null;
}

function clock(time: string | null): string | null {
  return time === null ? null : wallClock(new Date(time)).slice(0, 19);
}
