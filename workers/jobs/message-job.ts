import type { NewJob } from './new-job.js';

/** MySQL counts the attempts and says when the next one is due, so the job repeats until its message has ended. */
const AS_OFTEN_AS_IT_TAKES = 1_000;

/** @param delay milliseconds, for a message that is not due yet */
export function messageJob(messageId: number, mark: string, delay?: number): NewJob<'messages.send'> {
  return {
    name: 'messages.send',
    data: { messageIds: [messageId] },
    options: {
      jobId: `message-${messageId}-${mark}`,
      attempts: AS_OFTEN_AS_IT_TAKES,
      backoff: { type: 'custom' },
      ...(delay && { delay }),
    },
  };
}
