import { Readable } from 'node:stream';
import type { Language } from '../../../contract/codes.js';
import { wallClock } from '../../../contract/shared/wall-clock.js';
import { columnsOf, csvOf } from '../../platform/http/csv.js';
import type { SignInLine } from './login-logs.queries.js';

/** Mexico City's time. */
export function signInsCsv(parts: AsyncIterable<SignInLine[]>, language: Language): Readable {
  return csvOf(Readable.from(lines(parts)), columnsOf('signIns', language));
}

async function* lines(parts: AsyncIterable<SignInLine[]>): AsyncGenerator<object> {
  for await (const rows of parts)
    for (const row of rows) yield { ...row, at: wallClock(new Date(row.at)).slice(0, 19) };
}
