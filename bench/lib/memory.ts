import { readFileSync, writeFileSync } from 'node:fs';

/** @returns by how many MB the process was larger at its largest than before; NaN where there is no /proc */
export async function grown(pid: number, work: () => Promise<unknown>): Promise<number> {
  if (process.platform !== 'linux') return Number.NaN;
  // 5 makes the kernel count the largest size anew.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = statusOf(pid, 'VmRSS');
  await work();
  return (statusOf(pid, 'VmHWM') - before) / 1024;
}

function statusOf(pid: number, field: string): number {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]);
}
