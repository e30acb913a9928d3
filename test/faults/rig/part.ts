import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A process of a cluster that stands, as `npm run cluster` shows it. */
export interface Part {
  name: string;
  port: number | null;
  pid(): number | undefined;
  isGone(): boolean;
  /** A word for what it does; empty when there is nothing to add to its being there. Only for one that is not gone. */
  state(): Promise<string>;
  /** Ends it as an operator does. */
  stop(): Promise<unknown>;
  /** Starts it again; it has come back when this is fulfilled. */
  start(): Promise<unknown>;
}

/** A folder in the system's place for such; it is deleted when this process ends, if it was not before. */
export function passingFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `recoup-${name}-`));
  process.once('exit', () => deleteFolder(folder));
  return folder;
}

/** Its users are being killed, and may still write. */
export function deleteFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
}

export const isOver = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Fulfilled once the process is gone, also when it was before. */
export async function endBy(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (isOver(child)) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
