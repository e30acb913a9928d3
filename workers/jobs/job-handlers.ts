import { Injectable } from '@nestjs/common';
import { AccrualsService } from '../../server/features/accruals/accruals.service.js';
import { AllocationService } from '../../server/features/allocation/allocation.service.js';
import { HandOutService } from '../../server/features/allocation/hand-out.service.js';
import { RecoveryService } from '../../server/features/allocation/recovery.service.js';
import { ErasureService } from '../../server/features/privacy/erasure.service.js';
import { AnomaliesService } from '../../server/features/monitoring/anomalies/anomalies.service.js';
import { AddressLocationsService } from '../../server/features/monitoring/behaviour/address-locations.service.js';
import { CallLinesService } from '../../server/features/calls/call-lines.service.js';
import { CallRecordingsService } from '../../server/features/calls/call-recordings.service.js';
import { CallUpkeepService } from '../../server/features/calls/call-upkeep.service.js';
import { CallsService } from '../../server/features/calls/calls.service.js';
import { HealthWatchService } from '../../server/features/health/health-watch.service.js';
import { ComplaintMonthsService } from '../../server/features/complaints/complaint-months.service.js';
import { AutomaticDebitsService } from '../../server/features/repayment/deductions/automatic-debits.service.js';
import { DebitsService } from '../../server/features/repayment/deductions/debits.service.js';
import { OffersService } from '../../server/features/repayment/extensions/offers.service.js';
import { FallingDueService } from '../../server/features/case-work/loans/falling-due.service.js';
import { LongAgingService } from '../../server/features/case-work/long-aging/long-aging.service.js';
import { ClaimsService } from '../../server/features/messages/submit/claims.service.js';
import { RemindersService } from '../../server/features/messages/queue/reminders.service.js';
import { PresenceService } from '../../server/features/presence/presence.service.js';
import { PromisesService } from '../../server/features/case-work/promises/promises.service.js';
import { CodeLifeService } from '../../server/features/repayment/codes/code-life.service.js';
import { QualityDrawsService } from '../../server/features/quality/quality-draws.service.js';
import { RetentionService } from '../../server/features/retention/retention.service.js';
import { LeavingService } from '../../server/features/schedules/leaving.service.js';
import { ScheduleReader } from '../../server/features/schedules/reading/schedule-reader.service.js';
import { SealsService } from '../../server/features/seals/seals.service.js';
import { MailedWordsService } from '../../server/features/seals/mailed-words.service.js';
import { SignedWordsService } from '../../server/features/seals/signed-words.service.js';
import { WebhookSenderService } from '../../server/features/webhooks/webhook-sender.service.js';
import { TimeStampsService } from '../../server/features/seals/time-stamps.service.js';
import { SheetJobs } from '../../server/features/sheet-uploads/sheet-jobs.service.js';
import { DaysService } from '../../server/features/case-work/score-cards/days.service.js';
import { Push } from '../../server/platform/push/push.js';
import type { JobName, JobPayload } from '../../server/platform/jobs/job-table.js';
import { ExportJobs } from './export-jobs.js';
import { SimulationJobs } from './simulation-jobs.js';
import { MessageJobs } from './message-jobs.js';

type Handlers = { [Name in JobName]: (payload: JobPayload<Name>) => Promise<unknown> };

/** Which code does which job. A job without a handler does not compile. */
@Injectable()
export class JobHandlers {
  constructor(
    private readonly accruals: AccrualsService,
    private readonly allocation: AllocationService,
    private readonly automaticDebits: AutomaticDebitsService,
    private readonly behaviour: AddressLocationsService,
    private readonly anomalies: AnomaliesService,
    private readonly calls: CallsService,
    private readonly callUpkeep: CallUpkeepService,
    private readonly claims: ClaimsService,
    private readonly codes: CodeLifeService,
    private readonly complaintMonths: ComplaintMonthsService,
    private readonly healthWatch: HealthWatchService,
    private readonly days: DaysService,
    private readonly debits: DebitsService,
    private readonly erasure: ErasureService,
    private readonly exports: ExportJobs,
    private readonly fallingDue: FallingDueService,
    private readonly handOuts: HandOutService,
    private readonly simulations: SimulationJobs,
    private readonly leaving: LeavingService,
    private readonly lines: CallLinesService,
    private readonly longAging: LongAgingService,
    private readonly messages: MessageJobs,
    private readonly offers: OffersService,
    private readonly presence: PresenceService,
    private readonly promises: PromisesService,
    private readonly push: Push,
    private readonly quality: QualityDrawsService,
    private readonly recordings: CallRecordingsService,
    private readonly recovery: RecoveryService,
    private readonly reminders: RemindersService,
    private readonly retention: RetentionService,
    private readonly scheduleReader: ScheduleReader,
    private readonly seals: SealsService,
    private readonly sheets: SheetJobs,
    private readonly signedWords: SignedWordsService,
    private readonly mailedWords: MailedWordsService,
    private readonly timeStamps: TimeStampsService,
    private readonly webhooks: WebhookSenderService,
  ) {}

  readonly table: Handlers = {
    'promises.settle': ({ promiseId }) => this.promises.settle(promiseId),
    'promises.sweep': () => this.promises.reconcile(),
    'calls.dial': ({ callId }) => this.lines.dial(callId),
    'calls.hangUp': ({ callId }) => this.lines.hangUp(callId),
    'calls.answer': ({ callId }) => this.lines.answer(callId),
    'calls.paid': ({ caseIds }) => this.calls.cancelUnanswered(caseIds, 'PAID'),
    'calls.held': ({ caseIds }) => this.calls.cancelUnanswered(caseIds, 'HELD'),
    'calls.stopped': ({ stopId }) => this.calls.endStopped(stopId),
    'calls.pullRecording': ({ callId }) => this.recordings.pull(callId),
    'calls.sweep': () => this.callUpkeep.reconcile(),
    'calls.sweepRecordings': () => this.recordings.reconcile(),
    'behaviour.lookUp': ({ behaviourId }) => this.behaviour.lookUp(behaviourId),
    'behaviour.sweep': () => this.behaviour.reconcile(),
    'anomalies.judge': ({ userId }) => this.anomalies.judge(userId),
    'messages.send': ({ messageIds }) => this.messages.send(messageIds),
    'messages.review': ({ caseIds }) => this.claims.review(caseIds),
    'messages.resume': ({ stopId }) => this.messages.resume(stopId),
    'messages.remind': () => this.reminders.remind(),
    'messages.sweep': () => this.messages.reconcile(),
    'repaymentCodes.ask': ({ codeId }) => this.codes.ask(codeId),
    'repaymentCodes.expire': ({ codeId }) => this.codes.expire(codeId),
    'repaymentCodes.cancelOf': ({ caseId }) => this.codes.cancelOf(caseId),
    'repaymentCodes.sweep': () => this.codes.reconcile(),
    'deductions.charge': ({ deductionId }) => this.debits.charge(deductionId),
    'deductions.automatic': () => this.automaticDebits.request(),
    'deductions.sweep': () => this.debits.reconcile(),
    'extensions.sweep': () => this.offers.reconcile(),
    'allocation.handOut': ({ runId }) => this.handOuts.execute(runId),
    'allocation.ask': () => this.allocation.askForWaiting().then(() => this.handOuts.goOn()),
    'seals.sign': () => this.seals.sign(),
    'seals.send': () => this.signedWords.send(),
    'seals.mail': () => this.mailedWords.send(),
    'webhooks.send': () => this.webhooks.send(),
    'seals.stamp': () => this.timeStamps.stamp(),
    'recovery.count': () => this.recovery.countDays(),
    'announcements.turn': async (announcement) =>
      this.push.progress('announcement', announcement.institutionId, announcement),
    'schedules.read': ({ uploadId }) => this.scheduleReader.read(uploadId),
    'schedules.sweep': () => this.scheduleReader.reconcile(),
    'schedules.carryOut': () => this.leaving.carryOut(),
    'sheets.work': ({ uploadId }) => this.sheets.work(uploadId),
    'sheets.sweep': () => this.sheets.reconcile(),
    'exports.write': ({ fileId }) => this.exports.write(fileId),
    'exports.sweep': () => this.exports.reconcile(),
    'presence.leave': ({ userId, sessionId }) => this.presence.leave(userId, sessionId),
    'policyLab.replay': ({ labId: simulationId }) => this.simulations.replay(simulationId),
    'policyLab.sweep': () => this.simulations.reconcile(),
    'presence.sweep': () => this.presence.reconcile(),
    'quality.draw': () => this.quality.draw(),
    'complaints.remind': () => this.complaintMonths.remind(),
    'health.watch': () => this.healthWatch.watch(),
    'privacy.erase': ({ blockId }) => this.erasure.erase(blockId),
    'privacy.sweep': () => this.erasure.reconcile(),
    'retention.purge': () => this.retention.purge(),
    'loans.fallDue': () => this.fallingDue.run({ night: false }),
    // The order of each night: what falls due is in the day's amounts, and accrues from the day after.
    'days.open': () => this.fallingDue.run({ night: true }).then(() => this.days.openAll()),
    'days.accrue': async () => {
      await this.fallingDue.run({ night: false });
      await this.accruals.accrueToday();
      await this.longAging.mergeToday();
    },
  };
}
