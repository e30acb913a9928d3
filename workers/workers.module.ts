import { Module } from '@nestjs/common';
import { AllocationModule } from '../server/features/allocation/allocation.module.js';
import { HandOutService } from '../server/features/allocation/hand-out.service.js';
import { TakeBackService } from '../server/features/allocation/take-back.service.js';
import { AccrualsModule } from '../server/features/accruals/accruals.module.js';
import { AuditModule } from '../server/features/audit/audit.module.js';
import { AnomaliesModule } from '../server/features/monitoring/anomalies/anomalies.module.js';
import { MonitoringModule } from '../server/features/monitoring/monitoring.module.js';
import { BehaviourModule } from '../server/features/monitoring/behaviour/behaviour.module.js';
import { BoardsModule } from '../server/features/boards/boards.module.js';
import { CallsModule } from '../server/features/calls/calls.module.js';
import { CasesModule } from '../server/features/case-work/cases/cases.module.js';
import { LoansModule } from '../server/features/case-work/loans/loans.module.js';
import { ContactComplianceModule } from '../server/features/contact-compliance/contact-compliance.module.js';
import { LongAgingModule } from '../server/features/case-work/long-aging/long-aging.module.js';
import { MessagesModule } from '../server/features/messages/messages.module.js';
import { PaymentsModule } from '../server/features/repayment/payments/payments.module.js';
import { DecisionsModule } from '../server/features/decisions/decisions.module.js';
import { DeductionsModule } from '../server/features/repayment/deductions/deductions.module.js';
import { ExportsModule } from '../server/platform/exports/exports.module.js';
import { RanksModule } from '../server/features/ranks/ranks.module.js';
import { StatisticsModule } from '../server/features/statistics/statistics.module.js';
import { StopsModule } from '../server/features/stops/stops.module.js';
import { ExtensionsModule } from '../server/features/repayment/extensions/extensions.module.js';
import { HealthModule } from '../server/features/health/health.module.js';
import { MetricsModule } from '../server/features/metrics/metrics.module.js';
import { PresenceModule } from '../server/features/presence/presence.module.js';
import { PromisesModule } from '../server/features/case-work/promises/promises.module.js';
import { QueuesModule } from '../server/features/queues/queues.module.js';
import { RepaymentCodesModule } from '../server/features/repayment/codes/repayment-codes.module.js';
import { QualityModule } from '../server/features/quality/quality.module.js';
import { ComplaintsModule } from '../server/features/complaints/complaints.module.js';
import { PrivacyModule } from '../server/features/privacy/privacy.module.js';
import { RetentionModule } from '../server/features/retention/retention.module.js';
import { SealsModule } from '../server/features/seals/seals.module.js';
import { WebhooksModule } from '../server/features/webhooks/webhooks.module.js';
import { ScheduleReader } from '../server/features/schedules/reading/schedule-reader.service.js';
import { SchedulesModule } from '../server/features/schedules/schedules.module.js';
import { SessionModule } from '../server/features/session/session.module.js';
import { SHEET_BOOKS, type SheetBooks } from '../server/domain/sheet-uploads/sheet-book.rules.js';
import { SheetJobs } from '../server/features/sheet-uploads/sheet-jobs.service.js';
import { PhoneSheetService } from '../server/features/softphones/phone-sheet.service.js';
import { SoftphonesModule } from '../server/features/softphones/softphones.module.js';
import { UserSheetService } from '../server/features/users/user-sheet.service.js';
import { UsersModule } from '../server/features/users/users.module.js';
import { ScoreCardsModule } from '../server/features/case-work/score-cards/score-cards.module.js';
import { PlatformModule } from '../server/platform/platform.module.js';
import { Push } from '../server/platform/push/push.js';
import { BacklogMetrics } from './backlog-metrics.js';
import { EndedSessions } from './ended-sessions.js';
import { ExportJobs } from './jobs/export-jobs.js';
import { HourProjection } from './live/hour-projection.js';
import { LiveDecisions } from './live/live-decisions.js';
import { LiveInbox } from './live/live-inbox.js';
import { LiveModels } from './live/live-models.js';
import { LiveMonitoring } from './live/live-monitoring.js';
import { LiveScreens } from './live/live-screens.js';
import { LiveSeats } from './live/live-seats.js';
import { LiveUncovered } from './live/live-uncovered.js';
import { JobHandlers } from './jobs/job-handlers.js';
import { SimulationJobs } from './jobs/simulation-jobs.js';
import { MessageJobs } from './jobs/message-jobs.js';
import { MetricsServer } from './metrics-server.js';
import { Processors } from './processors.js';
import { Relay } from './relay.js';
import { RowSealing } from './sealing.js';
import { TelephoneExchange } from './telephone-exchange.js';

/** The same features as the server, with what reacts instead of what answers. */
@Module({
  imports: [
    PlatformModule,
    AccrualsModule,
    AllocationModule,
    AuditModule,
    LongAgingModule,
    AnomaliesModule,
    BehaviourModule,
    MonitoringModule,
    BoardsModule,
    CallsModule,
    CasesModule,
    LoansModule,
    MessagesModule,
    HealthModule,
    MetricsModule,
    DecisionsModule,
    DeductionsModule,
    ExportsModule,
    ContactComplianceModule,
    RanksModule,
    StatisticsModule,
    StopsModule,
    ExtensionsModule,
    PaymentsModule,
    PresenceModule,
    PromisesModule,
    QueuesModule,
    RepaymentCodesModule,
    QualityModule,
    ComplaintsModule,
    PrivacyModule,
    RetentionModule,
    SealsModule,
    WebhooksModule,
    SchedulesModule,
    ScoreCardsModule,
    SessionModule,
    SoftphonesModule,
    UsersModule,
  ],
  providers: [
    BacklogMetrics,
    EndedSessions,
    ExportJobs,
    HandOutService,
    TakeBackService,
    HourProjection,
    LiveDecisions,
    LiveInbox,
    LiveModels,
    LiveMonitoring,
    LiveScreens,
    LiveSeats,
    LiveUncovered,
    JobHandlers,
    SimulationJobs,
    MessageJobs,
    MetricsServer,
    Processors,
    Push,
    RowSealing,
    Relay,
    ScheduleReader,
    SheetJobs,
    TelephoneExchange,
    { provide: SHEET_BOOKS, useFactory: sheetBooks, inject: [UserSheetService, PhoneSheetService] },
  ],
})
export class WorkersModule {}

function sheetBooks(users: UserSheetService, softphones: PhoneSheetService): SheetBooks {
  return { users, softphones };
}
