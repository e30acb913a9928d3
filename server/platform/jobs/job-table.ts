import { z } from 'zod';
import { ANNOUNCEMENT_KINDS } from '../../../contract/supervision/announcements.js';
import { Id } from '../../../contract/shared/id.js';
import { IsoDay } from '../../../contract/shared/date.js';

/** Every job: name -> its queue and payload. Payloads carry ids, never personal data. A name without a processor stops the start. */
export const QUEUES = {
  'promises.settle': { queue: 'promises', payload: z.object({ promiseId: Id }) },
  'promises.sweep': { queue: 'promises', payload: z.object({}) },
  'calls.dial': { queue: 'calls', payload: z.object({ callId: Id }) },
  'calls.hangUp': { queue: 'calls', payload: z.object({ callId: Id }) },
  'calls.answer': { queue: 'calls', payload: z.object({ callId: Id }) },
  'calls.paid': { queue: 'calls', payload: z.object({ caseIds: z.array(Id) }) },
  'calls.held': { queue: 'calls', payload: z.object({ caseIds: z.array(Id) }) },
  'calls.stopped': { queue: 'calls', payload: z.object({ stopId: Id }) },
  'calls.pullRecording': { queue: 'recordings', payload: z.object({ callId: Id }) },
  'calls.sweep': { queue: 'call-care', payload: z.object({}) },
  'calls.sweepRecordings': { queue: 'recordings', payload: z.object({}) },
  'quality.draw': { queue: 'days', payload: z.object({}) },
  'behaviour.lookUp': { queue: 'behaviour', payload: z.object({ behaviourId: Id }) },
  'anomalies.judge': { queue: 'behaviour', payload: z.object({ userId: Id }) },
  'behaviour.sweep': { queue: 'behaviour', payload: z.object({}) },
  'messages.send': { queue: 'messages', payload: z.object({ messageIds: z.array(Id) }) },
  'messages.review': { queue: 'message-care', payload: z.object({ caseIds: z.array(Id) }) },
  'messages.resume': { queue: 'message-care', payload: z.object({ stopId: Id }) },
  'messages.remind': { queue: 'message-care', payload: z.object({}) },
  'messages.sweep': { queue: 'message-care', payload: z.object({}) },
  'repaymentCodes.ask': { queue: 'repayments', payload: z.object({ codeId: Id }) },
  'repaymentCodes.expire': { queue: 'repayments', payload: z.object({ codeId: Id }) },
  'repaymentCodes.cancelOf': { queue: 'repayments', payload: z.object({ caseId: Id }) },
  'repaymentCodes.sweep': { queue: 'repayments', payload: z.object({}) },
  'deductions.charge': { queue: 'deductions', payload: z.object({ deductionId: Id }) },
  'deductions.automatic': { queue: 'deductions', payload: z.object({}) },
  'deductions.sweep': { queue: 'deductions', payload: z.object({}) },
  'extensions.sweep': { queue: 'repayments', payload: z.object({}) },
  'loans.fallDue': { queue: 'days', payload: z.object({}) },
  'days.open': { queue: 'days', payload: z.object({ day: IsoDay.optional() }) },
  'days.accrue': { queue: 'days', payload: z.object({ day: IsoDay.optional() }) },
  'seals.sign': { queue: 'behaviour', payload: z.object({}) },
  'seals.send': { queue: 'behaviour', payload: z.object({}) },
  'allocation.handOut': { queue: 'allocation', payload: z.object({ runId: Id }) },
  'allocation.ask': { queue: 'days', payload: z.object({}) },
  'recovery.count': { queue: 'days', payload: z.object({}) },
  'announcements.turn': {
    queue: 'days',
    payload: z.object({ institutionId: Id, kind: z.enum(ANNOUNCEMENT_KINDS) }),
  },
  'schedules.read': { queue: 'schedules', payload: z.object({ uploadId: Id }) },
  'schedules.sweep': { queue: 'schedules', payload: z.object({}) },
  'schedules.carryOut': { queue: 'days', payload: z.object({}) },
  'sheets.work': { queue: 'sheets', payload: z.object({ uploadId: Id }) },
  'sheets.sweep': { queue: 'sheets', payload: z.object({}) },
  'exports.write': { queue: 'exports', payload: z.object({ fileId: Id }) },
  'exports.sweep': { queue: 'days', payload: z.object({}) },
  'presence.leave': { queue: 'presence', payload: z.object({ userId: Id, sessionId: Id }) },
  'policyLab.replay': { queue: 'exports', payload: z.object({ labId: Id }) },
  'policyLab.sweep': { queue: 'days', payload: z.object({}) },
  'presence.sweep': { queue: 'presence', payload: z.object({}) },
  'retention.purge': { queue: 'days', payload: z.object({}) },
} as const;

export type JobName = keyof typeof QUEUES;
export type JobPayload<Name extends JobName> = z.infer<(typeof QUEUES)[Name]['payload']>;
