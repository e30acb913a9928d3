import type { INestApplicationContext } from '@nestjs/common';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Jobs } from '../../server/platform/jobs/jobs.js';
import { QUEUES } from '../../server/platform/jobs/job-table.js';
import { Processors } from '../../workers/processors.js';
import { SCHEDULE } from '../../workers/recurring-jobs.js';
import { createStack, type Stack } from '../support/stack.js';
import { startWorkers } from '../support/workers.js';

let stack: Stack;
let workers: INestApplicationContext;
let redis: Redis;

beforeAll(async () => {
  stack = await createStack();
  workers = await startWorkers({ processors: false });
  redis = new Redis(stack.redisUrl);
});
afterAll(async () => {
  redis.disconnect();
  await workers.close();
  await stack.close();
});

it('a process starts beside one that runs the very iteration it would write', async () => {
  const { name, pattern, zone } = SCHEDULE.find((entry) => entry.name === 'retention.purge')!;
  const queue = workers.get(Jobs).queue('days');
  const upsert = () => queue.upsertJobScheduler(name, { pattern, tz: zone }, { name, data: {} });
  await upsert();
  const [iteration] = await queue.getDelayed();
  // As while another process runs it: no longer among the delayed, and still there.
  await redis.zrem(queue.toKey('delayed'), iteration!.id!);
  await expect(upsert()).rejects.toMatchObject({ code: -10 });

  await workers.get(Processors).start();
  for (const entry of SCHEDULE) {
    const known = await workers.get(Jobs).queue(QUEUES[entry.name].queue).getJobScheduler(entry.name);
    expect(known?.pattern).toBe(entry.pattern);
  }
});
