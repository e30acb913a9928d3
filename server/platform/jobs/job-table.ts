import { z } from 'zod';
import { Id } from '../../../contract/shared/id.js';
import { IsoDay } from '../../../contract/shared/date.js';

/** Every job: name -> its queue and payload. Payloads carry ids, never personal data. A name without a processor stops the start. */
export const QUEUES = {
  'promises.settle': { queue: 'promises', payload: z.object({ promiseId: Id }) },
  'promises.sweep': { queue: 'promises', payload: z.object({}) },
  'days.open': { queue: 'days', payload: z.object({ day: IsoDay.optional() }) },
  'days.accrue': { queue: 'days', payload: z.object({ day: IsoDay.optional() }) },
} as const;

export type JobName = keyof typeof QUEUES;
export type JobPayload<Name extends JobName> = z.infer<(typeof QUEUES)[Name]['payload']>;
