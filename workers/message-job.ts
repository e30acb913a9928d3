import type { JobsOptions } from '../server/platform/jobs/jobs.js';

/** MySQL counts the attempts and says when the next one is due; the job only ends when its message does. */
const AS_OFTEN_AS_IT_TAKES = 1_000;

export interface MessageJob {
  name: 'messages.send';
  data: { messageId: number };
  options: JobsOptions & { jobId: string };
}

export function messageJob(messageId: number, version: number): MessageJob {
  return {
    name: 'messages.send',
    data: { messageId },
    options: {
      jobId: `message-${messageId}-v${version}`,
      attempts: AS_OFTEN_AS_IT_TAKES,
      backoff: { type: 'custom' },
    },
  };
}
