import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { zipSync } from 'fflate';
import { SIGNATURE, SUMS, type ArchivedFile } from './signed-archive.js';

/** The inside of the thread that signed-archive.ts starts: answers the sums, waits for their signature, answers the zip. */
const bytesOf = (file: ArchivedFile): Uint8Array =>
  file instanceof Uint8Array ? file : Buffer.from(JSON.stringify(file.json, null, 1));

const files = Object.entries(workerData as Record<string, ArchivedFile>).map(
  ([name, file]) => [name, bytesOf(file)] as const,
);
const sums = files.map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')]);
const manifest = bytesOf({ json: { files: Object.fromEntries(sums) as Record<string, string> } });
parentPort!.postMessage(manifest);
const [signature] = (await once(parentPort!, 'message')) as [string];
parentPort!.postMessage(
  zipSync({ ...Object.fromEntries(files), [SUMS]: manifest, [SIGNATURE]: Buffer.from(signature) }),
);
