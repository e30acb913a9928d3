import type { AnyEvent, DomainEvent, EventName } from '../contract/events/events.js';
import { promiseDeadline } from '../server/domain/promises/promise.rules.js';
import { exportJob } from './jobs/export-jobs.js';
import { judgeJobs } from './jobs/judge-jobs.js';
import { simulationJob } from './jobs/simulation-jobs.js';
import { messageJob } from './jobs/message-job.js';
import type { NewJob } from './jobs/new-job.js';

type Unwelcome =
  | 'payment.posted'
  | 'case.settled'
  | 'case.withdrawn'
  | 'case.closed'
  | 'case.merged'
  | 'case.dueRestated'
  | 'contact.held'
  | 'contact.numberStopped'
  | 'contact.optedOut';
/** The events after which nothing, or less, is to be paid by the codes of a case. */
type OwesLess =
  'payment.posted' | 'case.settled' | 'case.withdrawn' | 'case.closed' | 'case.merged' | 'case.dueRestated';
type Reaction<Name extends EventName> = (event: DomainEvent<Name>) => NewJob | NewJob[];

/**
 * When this happens, do that: every job that an event causes, on one page. What browsers are sent is in
 * server/platform/push/push-rules.ts. A job's id is made of what it is about, so that an event carried twice adds it once.
 */
const SUBSCRIPTIONS: { [Name in EventName]?: Reaction<Name>[] } = {
  'allocation.asked': [handOut],
  'allocation.undoAsked': [takeBack],
  'announcement.published': [turnWindow],
  'announcement.changed': [turnWindow],
  'schedule.uploaded': [readSchedule],
  'session.revoked': [leaveSeat],
  'sheet.uploaded': [workOnSheet],
  'sheet.confirmed': [workOnSheet],
  'behaviour.recorded': [lookUpAddress],
  'call.requested': [dialCall],
  'call.hangUpRequested': [hangUpCall],
  'call.answerRequested': [answerCall],
  'call.recordingOffered': [pullRecording],
  'message.queued': [sendMessage],
  'message.requeued': [sendMessage],
  'payment.posted': [cancelUnansweredCalls, reviewMessages, cancelCodes],
  'case.dueRestated': [reviewMessages, cancelCodes],
  'case.settled': [reviewMessages, cancelCodes],
  'case.withdrawn': [reviewMessages, cancelCodes],
  'case.closed': [reviewMessages, cancelCodes],
  'case.merged': [reviewMessages, cancelCodes],
  'contact.held': [reviewMessages, cancelCallsOfHeld],
  'contact.numberStopped': [reviewMessages],
  'contact.optedOut': [reviewMessages],
  'stop.placed': [hangUpStopped],
  'stop.numberPlaced': [hangUpStopped],
  'stop.lifted': [goOn],
  'promise.created': [settlePromiseAtItsDeadline],
  'promise.rescheduled': [settlePromiseAtItsDeadline],
  'promise.graceGiven': [settlePromiseAfterItsGrace],
  'repaymentCode.requested': [askForCode],
  'repaymentCode.activated': [expireCode],
  'deduction.requested': [chargeCard],
  'list.exportAsked': [({ payload }) => exportJob(payload.fileId)],
  'privacy.decided': [({ payload }) => (payload.approved ? erase(payload.blockId) : [])],
  'policyLab.asked': [({ payload }) => simulationJob(payload.labId)],
};

function settlePromiseAtItsDeadline(event: DomainEvent<'promise.created' | 'promise.rescheduled'>): NewJob {
  const { promiseId, dueDate } = event.payload;
  return {
    name: 'promises.settle',
    data: { promiseId },
    options: {
      jobId: `promise-${promiseId}`,
      delay: Math.max(0, promiseDeadline(dueDate).getTime() - event.recordedAt.getTime()),
    },
  };
}

const erase = (blockId: number): NewJob => ({
  name: 'privacy.erase',
  data: { blockId },
  options: { jobId: `privacy-${blockId}` },
});

function handOut({ payload: { runId } }: DomainEvent<'allocation.asked'>): NewJob {
  return { name: 'allocation.handOut', data: { runId }, options: { jobId: `allocation-${runId}` } };
}

function takeBack({ payload: { runId } }: DomainEvent<'allocation.undoAsked'>): NewJob {
  return { name: 'allocation.handOut', data: { runId }, options: { jobId: `allocation-undo-${runId}` } };
}

/** At the edges of the time in which it is shown. An edge that was moved meanwhile costs its readers one look. */
function turnWindow({
  payload,
  recordedAt,
}: DomainEvent<'announcement.published' | 'announcement.changed'>): NewJob[] {
  const { announcementId, institutionId, kind, startsAt, endsAt } = payload;
  return [startsAt, endsAt].flatMap((edge) => {
    const at = edge ? Date.parse(edge) : 0;
    if (at <= recordedAt.getTime()) return [];
    const options = { jobId: `announcement-${announcementId}-${at}`, delay: at - recordedAt.getTime() };
    return [{ name: 'announcements.turn', data: { institutionId, kind }, options }];
  });
}

function workOnSheet({ id, payload }: DomainEvent<'sheet.uploaded' | 'sheet.confirmed'>): NewJob {
  return { name: 'sheets.work', data: { uploadId: payload.uploadId }, options: { jobId: `sheet-${id}` } };
}

function readSchedule({ payload: { uploadId } }: DomainEvent<'schedule.uploaded'>): NewJob {
  return { name: 'schedules.read', data: { uploadId }, options: { jobId: `schedule-${uploadId}` } };
}

function leaveSeat({ payload: { userId, sessionId } }: DomainEvent<'session.revoked'>): NewJob {
  return { name: 'presence.leave', data: { userId, sessionId }, options: { jobId: `leave-${sessionId}` } };
}

function dialCall({ payload: { callId } }: DomainEvent<'call.requested'>): NewJob {
  // Retry soon or give up: a collector is waiting.
  const backoff = { type: 'exponential', delay: 300 };
  return { name: 'calls.dial', data: { callId }, options: { jobId: `dial-${callId}`, backoff } };
}

function hangUpCall({ payload: { callId } }: DomainEvent<'call.hangUpRequested'>): NewJob {
  return { name: 'calls.hangUp', data: { callId }, options: { jobId: `hangup-${callId}` } };
}

function answerCall({ payload: { callId } }: DomainEvent<'call.answerRequested'>): NewJob {
  return { name: 'calls.answer', data: { callId }, options: { jobId: `answer-${callId}` } };
}

function pullRecording({ payload: { callId } }: DomainEvent<'call.recordingOffered'>): NewJob {
  return { name: 'calls.pullRecording', data: { callId }, options: { jobId: `recording-${callId}` } };
}

function cancelUnansweredCalls({ payload: { caseId, paymentId } }: DomainEvent<'payment.posted'>): NewJob {
  return { name: 'calls.paid', data: { caseIds: [caseId] }, options: { jobId: `paid-${paymentId}` } };
}

/** Calls of all cases of the borrower: a ringing one must not be answered. */
function cancelCallsOfHeld({ id, payload: { caseId } }: DomainEvent<'contact.held'>): NewJob {
  return { name: 'calls.held', data: { caseIds: [caseId] }, options: { jobId: `held-${id}` } };
}

function hangUpStopped({ payload: { stopId } }: DomainEvent<'stop.placed' | 'stop.numberPlaced'>): NewJob {
  return { name: 'calls.stopped', data: { stopId }, options: { jobId: `stopped-${stopId}` } };
}

/** The messages that waited. */
function goOn({ payload: { stopId } }: DomainEvent<'stop.lifted'>): NewJob {
  return { name: 'messages.resume', data: { stopId }, options: { jobId: `resume-${stopId}` } };
}

function lookUpAddress({ payload }: DomainEvent<'behaviour.recorded'>): NewJob[] {
  const { behaviourId, placed } = payload;
  if (placed) return [];
  const options = { jobId: `behaviour-${behaviourId}`, attempts: 1 };
  return [{ name: 'behaviour.lookUp', data: { behaviourId }, options }];
}

function sendMessage({ payload }: DomainEvent<'message.queued' | 'message.requeued'>): NewJob {
  return messageJob(payload.messageId, `v${'version' in payload ? payload.version : 1}`);
}

/** Messages of the case that still wait may have to be cancelled. */
function reviewMessages({ id, payload }: DomainEvent<Unwelcome>): NewJob {
  return { name: 'messages.review', data: { caseIds: [payload.caseId] }, options: { jobId: `review-${id}` } };
}

function settlePromiseAfterItsGrace(event: DomainEvent<'promise.graceGiven'>): NewJob {
  const { promiseId, deadlineAt } = event.payload;
  const delay = Math.max(0, Date.parse(deadlineAt) - event.recordedAt.getTime());
  return {
    name: 'promises.settle',
    data: { promiseId },
    options: { jobId: `promise-${promiseId}-grace`, delay },
  };
}

function askForCode({ payload: { codeId } }: DomainEvent<'repaymentCode.requested'>): NewJob {
  return { name: 'repaymentCodes.ask', data: { codeId }, options: { jobId: `code-${codeId}` } };
}

function expireCode({ payload, recordedAt }: DomainEvent<'repaymentCode.activated'>): NewJob {
  const { codeId, expiresAt } = payload;
  const delay = Math.max(0, Date.parse(expiresAt) - recordedAt.getTime());
  return {
    name: 'repaymentCodes.expire',
    data: { codeId },
    options: { jobId: `code-${codeId}-expiry`, delay },
  };
}

function cancelCodes({ id, payload: { caseId } }: DomainEvent<OwesLess>): NewJob {
  return { name: 'repaymentCodes.cancelOf', data: { caseId }, options: { jobId: `codes-of-${id}` } };
}

function chargeCard({ payload: { deductionId } }: DomainEvent<'deduction.requested'>): NewJob {
  return { name: 'deductions.charge', data: { deductionId }, options: { jobId: `debit-${deductionId}` } };
}

export function jobsFor(event: AnyEvent): NewJob[] {
  const reactions = (SUBSCRIPTIONS[event.name] ?? []) as Reaction<EventName>[];
  return [...reactions.flatMap((react) => react(event)), ...judgeJobs(event)];
}
