import { Injectable } from '@nestjs/common';
import { AccrualsService } from '../server/features/accruals/accruals.service.js';
import { AllocationService } from '../server/features/allocation/allocation.service.js';
import { HandOutService } from '../server/features/allocation/hand-out.service.js';
import { BehavioursService } from '../server/features/behaviour/behaviours.service.js';
import { CallLinesService } from '../server/features/calls/call-lines.service.js';
import { CallRecordingsService } from '../server/features/calls/call-recordings.service.js';
import { CallUpkeepService } from '../server/features/calls/call-upkeep.service.js';
import { CallsService } from '../server/features/calls/calls.service.js';
import { AutomaticDebitsService } from '../server/features/deductions/automatic-debits.service.js';
import { DebitsService } from '../server/features/deductions/debits.service.js';
import { OffersService } from '../server/features/extensions/offers.service.js';
import { FallingDueService } from '../server/features/loans/falling-due.service.js';
import { LongAgingService } from '../server/features/long-aging/long-aging.service.js';
import { ClaimsService } from '../server/features/messages/claims.service.js';
import { RemindersService } from '../server/features/messages/reminders.service.js';
import { PromisesService } from '../server/features/promises/promises.service.js';
import { CodeLifeService } from '../server/features/repayment-codes/code-life.service.js';
import { RetentionService } from '../server/features/retention/retention.service.js';
import { ScheduleReader } from '../server/features/schedules/schedule-reader.js';
import { DaysService } from '../server/features/score-cards/days.service.js';
import type { JobName, JobPayload } from '../server/platform/jobs/job-table.js';
import { LiveScreens } from './live-screens.js';
import { MessageJobs } from './message-jobs.js';

type Handlers = { [Name in JobName]: (payload: JobPayload<Name>) => Promise<unknown> };

/** Which code does which job. A job without a handler does not compile. */
@Injectable()
export class JobHandlers {
  readonly table: Handlers;

  constructor(
    accruals: AccrualsService,
    allocation: AllocationService,
    automaticDebits: AutomaticDebitsService,
    behaviour: BehavioursService,
    calls: CallsService,
    callUpkeep: CallUpkeepService,
    claims: ClaimsService,
    codes: CodeLifeService,
    days: DaysService,
    debits: DebitsService,
    fallingDue: FallingDueService,
    handOuts: HandOutService,
    lines: CallLinesService,
    longAging: LongAgingService,
    messages: MessageJobs,
    offers: OffersService,
    promises: PromisesService,
    recordings: CallRecordingsService,
    reminders: RemindersService,
    retention: RetentionService,
    screens: LiveScreens,
    scheduleReader: ScheduleReader,
  ) {
    this.table = {
      'promises.settle': ({ promiseId }) => promises.settle(promiseId),
      'promises.sweep': () => promises.sweep(),
      'calls.dial': ({ callId }) => lines.dial(callId),
      'calls.hangUp': ({ callId }) => lines.hangUp(callId),
      'calls.answer': ({ callId }) => lines.answer(callId),
      'calls.paid': ({ caseIds }) => calls.cancelUnanswered(caseIds),
      'calls.pullRecording': ({ callId }) => recordings.pull(callId),
      'calls.sweep': () => callUpkeep.sweep(),
      'calls.sweepRecordings': () => recordings.sweep(),
      'behaviour.lookUp': ({ behaviourId }) => behaviour.lookUp(behaviourId),
      'behaviour.sweep': () => behaviour.sweep(),
      'messages.send': ({ messageIds }) => messages.send(messageIds),
      'messages.review': ({ caseIds }) => claims.review(caseIds),
      'messages.remind': () => reminders.remind(),
      'messages.sweep': () => messages.sweep(),
      'repaymentCodes.ask': ({ codeId }) => codes.ask(codeId),
      'repaymentCodes.expire': ({ codeId }) => codes.expire(codeId),
      'repaymentCodes.cancelOf': ({ caseId }) => codes.cancelOf(caseId),
      'repaymentCodes.sweep': () => codes.sweep(),
      'deductions.charge': ({ deductionId }) => debits.charge(deductionId),
      'deductions.automatic': () => automaticDebits.request(),
      'deductions.sweep': () => debits.sweep(),
      'extensions.sweep': () => offers.sweep(),
      'allocation.handOut': ({ runId }) => handOuts.execute(runId),
      'allocation.ask': () => allocation.askForWaiting().then(() => handOuts.goOn()),
      'announcements.turn': async (announcement) => screens.turn(announcement),
      'schedules.read': ({ uploadId }) => scheduleReader.read(uploadId),
      'schedules.sweep': () => scheduleReader.sweep(),
      'retention.purge': () => retention.purge(),
      'loans.fallDue': () => fallingDue.run({ night: false }),
      // The order of each night: what falls due is in the day's amounts, and accrues from the day after.
      'days.open': () => fallingDue.run({ night: true }).then(() => days.openAll()),
      'days.accrue': () => accrue(fallingDue, accruals, longAging),
    };
  }
}

async function accrue(
  fallingDue: FallingDueService,
  accruals: AccrualsService,
  longAging: LongAgingService,
): Promise<void> {
  await fallingDue.run({ night: false });
  await accruals.accrueToday();
  await longAging.gatherToday();
}
