import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A document of tables, in words. */
export interface PdfDocument {
  title: string;
  /** Below the title: what it is about, line by line. */
  about: readonly (readonly [label: string, value: string])[];
  note: string;
  sections: readonly PdfSection[];
  /** Beside the page's number. */
  page: string;
}
export interface PdfSection {
  title: string;
  columns: readonly { head: string; /** Share of the page's width; 1 when left out. */ parts?: number }[];
  rows: readonly (readonly string[])[];
  /** In place of a table without rows. */
  nothing: string;
}

const MEMORY_MB = 256;
const TIME_MS = 30_000;

/** Drawn in a thread: some thousand rows take seconds. */
export async function pdfOf(document: PdfDocument): Promise<Buffer> {
  const worker = new Worker(new URL('./pdf-thread.js', import.meta.url), {
    workerData: document,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  try {
    const answer = (await once(worker, 'message', { signal: AbortSignal.timeout(TIME_MS) })) as [Uint8Array];
    return Buffer.from(answer[0]);
  } finally {
    await worker.terminate();
  }
}
