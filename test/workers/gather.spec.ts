import { describe, expect, it } from 'vitest';
import { gather } from '../../workers/gather.js';
import { messageJob } from '../../workers/message-job.js';
import type { NewJob } from '../../workers/new-job.js';

const dial = (callId: number): NewJob => ({
  name: 'calls.dial',
  data: { callId },
  options: { jobId: `dial-${callId}` },
});

describe('jobs of one batch of events', () => {
  it('are put together by kind, in order, each id once', () => {
    const jobs = [messageJob(1, 'v1'), dial(7), messageJob(2, 'v1'), dial(8), messageJob(3, 'v4')];
    expect(gather(jobs)).toEqual([
      { ...messageJob(1, 'v1'), data: { messageIds: [1, 2, 3] } },
      dial(7),
      dial(8),
    ]);
    expect(jobs[0]!.data).toEqual({ messageIds: [1] });
  });

  it('are 50 together at most', () => {
    const ids = Array.from({ length: 120 }, (_, index) => index + 1);
    const gathered = gather(ids.map((id) => messageJob(id, 'v1')));
    expect(gathered.map(({ data }) => (data as { messageIds: number[] }).messageIds.length)).toEqual([
      50, 50, 20,
    ]);
    expect(gathered.flatMap(({ data }) => (data as { messageIds: number[] }).messageIds)).toEqual(ids);
    expect(new Set(gathered.map(({ options }) => options.jobId)).size).toBe(3);
  });
});
