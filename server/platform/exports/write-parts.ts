import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Make } from './export-files.service.js';

/**
 * Writes a list that is read part by part, and tells after each how far it is.
 *
 * @param csv makes the lines of the file
 */
export async function writeParts<Row>(
  { max, progress }: Pick<Parameters<Make>[0], 'max' | 'progress'>,
  parts: AsyncIterable<Row[]>,
  csv: (parts: AsyncIterable<Row[]>) => Readable,
): ReturnType<Make> {
  let rows = 0;
  const withProgress = async function* () {
    for await (const part of parts) {
      // More may have come into the list since than were taken from the quota.
      const fitting = part.slice(0, max - rows);
      yield fitting;
      await progress((rows += fitting.length));
    }
  };
  const content = await buffer(csv(withProgress()));
  return { content, rows };
}

const PART = 500;
/** The last row of a part. */
export interface PartEnd {
  at: string;
  id: number;
}

/** A list some hundreds of rows at a time, each part after the one before it: what comes meanwhile comes before all of them. */
export async function* inParts<Row>(
  read: (size: number, after: PartEnd | undefined) => Promise<Row[]>,
  endOf: (row: Row) => PartEnd,
): AsyncGenerator<Row[]> {
  let after: PartEnd | undefined;
  for (;;) {
    const rows = await read(PART, after);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PART) return;
    after = endOf(last);
  }
}
