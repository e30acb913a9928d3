import { parentPort, workerData } from 'node:worker_threads';
import type { ErrorKey } from '../../../contract/errors.js';
import { AppError } from '../http/app-error.js';
import type { ReadingStep } from './workbook.js';

/**
 * The inside of a reading thread (workbook.ts starts it): answers each word from outside with the next rows, and reads no
 * further than it was asked to.
 */
export function serveSteps<Row, About>(
  read: (bytes: Buffer, about: About) => AsyncGenerator<ReadingStep<Row>>,
): void {
  const port = parentPort!;
  const { bytes, about } = workerData as { bytes: Uint8Array<ArrayBuffer>; about: About };
  const waiting = read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), about);
  port.on('message', () => {
    void waiting.next().then(
      ({ value }) => port.postMessage((value as ReadingStep<Row> | undefined) ?? { rows: [], last: true }),
      (error: unknown) => port.postMessage({ refused: refusalOf(error) } satisfies ReadingStep<Row>),
    );
  });
}

/** A reader's own errors describe the file's internals, which does not help the sender. */
function refusalOf(error: unknown): ErrorKey {
  return error instanceof AppError ? error.key : 'import.format';
}
