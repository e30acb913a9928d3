import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ErrorKey } from '../../../contract/errors.js';
import { AppError } from '../http/app-error.js';

/** A row before it has column names. */
export interface WorkbookRow {
  line: number;
  values: string[];
}

/** The thread's answer to each request from here. */
export type ReadingStep<Row> = { rows: Row[]; last?: true } | { refused: ErrorKey };

export interface WorkbookLimits {
  /** For the thread's heap; what it unpacks besides is limited by `checkZip`. */
  memoryMb: number;
  /** Size of that heap's young part, beside it; the runtime's own measure when left out. */
  youngMb?: number;
  /** For one step: weighing and the first rows, or some hundred rows more. */
  stepMs: number;
}
const LIMITS: WorkbookLimits = { memoryMb: 768, stepMs: 60_000 };
/** Rows that are handled before others have their turn. */
const AT_ONCE = 50;

/** The rows of a workbook's first sheet. @throws as `threadRows` does */
export function workbookRows(bytes: Buffer, limits = LIMITS): AsyncGenerator<WorkbookRow> {
  return threadRows<WorkbookRow>(new URL('./workbook-thread.js', import.meta.url), { bytes }, limits);
}

/**
 * Reads a workbook in a thread of its own, so that nothing in the file can hold up the requests of others: not its size,
 * which is limited, nor its shape. The thread sees the bytes and nothing of the process, is one step ahead of who reads,
 * and ends with the reading, however that ends.
 *
 * @param thread a module that calls `serveSteps`
 * @param given the file, and what else the thread's reading must know
 * @throws import.format, import.tooHeavy when it holds too much, or takes more memory or time than it may
 */
export async function* threadRows<Row>(
  thread: URL,
  given: { bytes: Buffer; about?: object },
  limits = LIMITS,
): AsyncGenerator<Row> {
  const worker = new Worker(thread, {
    workerData: given,
    env: {},
    resourceLimits: {
      maxOldGenerationSizeMb: limits.memoryMb,
      ...(limits.youngMb && { maxYoungGenerationSizeMb: limits.youngMb }),
    },
  });
  const failure = failureOf(worker);
  const ask = () => nextStep<Row>(worker, failure, limits.stepMs);
  try {
    for (let pending = ask(); ;) {
      const step = await pending;
      if ('refused' in step) throw new AppError(step.refused);
      if (!step.last) pending = heard(ask());
      yield* inTurns(step.rows);
      if (step.last) return;
    }
  } finally {
    await worker.terminate();
  }
}

async function* inTurns<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  for (const [index, row] of rows.entries()) {
    if (index % AT_ONCE === 0) await setImmediate();
    yield row;
  }
}

/** Handled here so that a failure before somebody waits does not end the process; the later await still sees it. */
function heard<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

/** Listens as long as the thread lives: an error that nobody hears would end the process. */
function failureOf(worker: Worker): Promise<never> {
  const failure = new Promise<never>((_, reject) => {
    worker.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AppError('import.tooHeavy') : error),
    );
    worker.on('exit', () => reject(new Error('The thread of a workbook ended without an answer')));
  });
  return heard(failure);
}

async function nextStep<Row>(
  worker: Worker,
  failure: Promise<never>,
  stepMs: number,
): Promise<ReadingStep<Row>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('import.tooHeavy')), stepMs);
  });
  const answer = new Promise<ReadingStep<Row>>((resolve) => void worker.once('message', resolve));
  worker.postMessage('next');
  try {
    return await Promise.race([answer, failure, late]);
  } finally {
    clearTimeout(timer);
  }
}
