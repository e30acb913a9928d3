import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Files of every signed archive: the sums of the others (`{ files: { name: SHA-256 } }`), and the signature of those sums. */
export const SUMS = 'manifest.json';
export const SIGNATURE = 'manifest.sig';

/** Bytes as they are, or a value that becomes JSON. */
export type ArchivedFile = Uint8Array | { json: object };

const MEMORY_MB = 512;
const STEP_MS = 30_000;

/**
 * A zip of the files with their sums and a signature of these, made in a thread of its own: megabytes of JSON would hold up the
 * requests of others.
 *
 * @param sign bytes; @returns text
 */
export async function signedArchive(
  files: Record<string, ArchivedFile>,
  sign: (bytes: Buffer) => Promise<string>,
): Promise<Buffer> {
  const worker = new Worker(new URL('./signed-archive-thread.js', import.meta.url), {
    workerData: files,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const failed = new Promise<never>((_, reject) => worker.on('error', reject));
  // It is awaited with each answer; an error between them would end the process if nobody heard it.
  failed.catch(() => undefined);
  const answer = async () => {
    const message = once(worker, 'message', { signal: AbortSignal.timeout(STEP_MS) });
    const [bytes] = (await Promise.race([message, failed])) as [Uint8Array];
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  try {
    worker.postMessage(await sign(await answer()));
    return await answer();
  } finally {
    await worker.terminate();
  }
}
