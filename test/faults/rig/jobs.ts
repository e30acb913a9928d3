import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { Rig } from './rig.js';

const QUEUE = 'promises';

/** Jobs of promises that wait for their deadline, by the promise's id; one entry for each job. */
export async function waitingPromises(rig: Rig): Promise<number[]> {
  const connection = new Redis(rig.redisUrl, { maxRetriesPerRequest: null });
  const queue = new Queue(QUEUE, { connection });
  try {
    const jobs = await queue.getJobs(['delayed', 'waiting', 'active', 'completed', 'failed']);
    return jobs
      .filter((job) => job.name === 'promises.settle')
      .map((job) => (job.data as { promiseId: number }).promiseId);
  } finally {
    await queue.close();
    connection.disconnect();
  }
}

/** @returns what is wrong with the jobs: each promise that was ever made has one, and none has two. */
export async function wrongJobs(rig: Rig): Promise<string[]> {
  const made = await rig.rows<{ id: number }>('SELECT id FROM promise');
  const jobs = await waitingPromises(rig);
  const counts = new Map<number, number>();
  for (const id of jobs) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [
    ...made.filter(({ id }) => !counts.has(id)).map(({ id }) => `promise ${id} has no job`),
    ...[...counts].filter(([, count]) => count > 1).map(([id, count]) => `promise ${id} has ${count} jobs`),
  ];
}
