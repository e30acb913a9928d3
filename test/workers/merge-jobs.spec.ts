import { describe, expect, it } from '@jest/globals';
import { mergeJobs } from '../../workers/jobs/merge-jobs.js';
import { messageJob } from '../../workers/jobs/message-job.js';
import type { NewJob } from '../../workers/jobs/new-job.js';

const dial = (callId: number): NewJob => ({
  name: 'calls.dial',
  data: { callId },
  options: { jobId: `dial-${callId}` },
});

describe('jobs of one batch of events', () => {
  it('are put together by kind, in order, each id once', () => {
    const jobs = [messageJob(1, 'v1'), dial(7), messageJob(2, 'v1'), dial(8), messageJob(3, 'v4')];
    const [sent, ...others] = mergeJobs(jobs);
    expect(sent).toMatchObject({ name: 'messages.send', data: { messageIds: [1, 2, 3] } });
    expect(others).toEqual([dial(7), dial(8)]);
    expect(jobs[0]!.data).toEqual({ messageIds: [1] });
  });

  it('are 50 together at most', () => {
    const ids = Array.from({ length: 120 }, (_, index) => index + 1);
    const merged = mergeJobs(ids.map((id) => messageJob(id, 'v1')));
    expect(merged.map(({ data }) => (data as { messageIds: number[] }).messageIds.length)).toEqual([
      50, 50, 20,
    ]);
    expect(merged.flatMap(({ data }) => (data as { messageIds: number[] }).messageIds)).toEqual(ids);
    expect(new Set(merged.map(({ options }) => options.jobId)).size).toBe(3);
  });

  it('bear an id of all that are in them: what is carried again with more is not taken for the same', () => {
    const idOf = (ids: number[]) => mergeJobs(ids.map((id) => messageJob(id, 'v1')))[0]!.options.jobId;
    expect(idOf([1])).toBe('message-1-v1');
    expect(idOf([1, 2])).toBe(idOf([1, 2]));
    expect(new Set([idOf([1]), idOf([1, 2]), idOf([1, 3]), idOf([1, 2, 3])]).size).toBe(4);
  });
});
