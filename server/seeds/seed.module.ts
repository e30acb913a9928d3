import { Module } from '@nestjs/common';
import { AllocationModule } from '../features/allocation/allocation.module.js';
import { AnomaliesModule } from '../features/monitoring/anomalies/anomalies.module.js';
import { QualityModule } from '../features/quality/quality.module.js';
import { RecordingsModule } from '../features/recordings/recordings.module.js';
import { StopsModule } from '../features/stops/stops.module.js';
import { AnnouncementsModule } from '../features/announcements/announcements.module.js';
import { WebhooksModule } from '../features/webhooks/webhooks.module.js';
import { ApiKeysModule } from '../features/api-keys/api-keys.module.js';
import { ApprovalsModule } from '../features/approvals/approvals.module.js';
import { CasesModule } from '../features/case-work/cases/cases.module.js';
import { ComplaintsModule } from '../features/complaints/complaints.module.js';
import { ImportsModule } from '../features/imports/imports.module.js';
import { LoansModule } from '../features/case-work/loans/loans.module.js';
import { MessagesModule } from '../features/messages/messages.module.js';
import { ContactComplianceModule } from '../features/contact-compliance/contact-compliance.module.js';
import { PaymentsModule } from '../features/repayment/payments/payments.module.js';
import { PrioritiesModule } from '../features/settings/priorities/priorities.module.js';
import { DeductionsModule } from '../features/repayment/deductions/deductions.module.js';
import { ExtensionsModule } from '../features/repayment/extensions/extensions.module.js';
import { PromisesModule } from '../features/case-work/promises/promises.module.js';
import { RepaymentCodesModule } from '../features/repayment/codes/repayment-codes.module.js';
import { ScoreCardsModule } from '../features/case-work/score-cards/score-cards.module.js';
import { SetupModule } from '../features/setup/setup.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { BorrowersModule } from '../features/borrowers/borrowers.module.js';
import { AnnouncementsSeed } from './steps/announcements.js';
import { Allocation } from './steps/allocation.js';
import { CallsSeed } from './steps/calls.js';
import { ComplaintsSeed } from './steps/complaints.js';
import { BorrowerFilesSeed } from './steps/borrower-files.js';
import { DemoSeed } from './demo-seed.js';
import { FollowUpsSeed } from './steps/follow-ups.js';
import { ContactComplianceSeed } from './steps/contact-compliance.js';
import { History } from './steps/history.js';
import { MessagesSeed } from './steps/messages.js';
import { PeopleSeed } from './steps/people.js';
import { QualitySeed } from './steps/quality.js';
import { SupervisionSeed } from './steps/supervision.js';
import { RepaymentsSeed } from './steps/repayments.js';
import { SeedRun } from './seed-run.js';
import { SettingsSeed } from './steps/settings.js';
import { SoftphonesSeed } from './steps/softphones.js';
import { WaitingSeed } from './steps/waiting.js';

@Module({
  imports: [
    PlatformModule,
    AllocationModule,
    AnnouncementsModule,
    AnomaliesModule,
    QualityModule,
    RecordingsModule,
    StopsModule,
    ApiKeysModule,
    WebhooksModule,
    ApprovalsModule,
    BorrowersModule,
    CasesModule,
    ComplaintsModule,
    ContactComplianceModule,
    ImportsModule,
    LoansModule,
    MessagesModule,
    PaymentsModule,
    SetupModule,
    PrioritiesModule,
    DeductionsModule,
    ExtensionsModule,
    PromisesModule,
    RepaymentCodesModule,
    ScoreCardsModule,
  ],
  providers: [
    Allocation,
    CallsSeed,
    ComplaintsSeed,
    QualitySeed,
    SupervisionSeed,
    AnnouncementsSeed,
    BorrowerFilesSeed,
    DemoSeed,
    FollowUpsSeed,
    ContactComplianceSeed,
    History,
    MessagesSeed,
    PeopleSeed,
    RepaymentsSeed,
    SeedRun,
    SettingsSeed,
    SoftphonesSeed,
    WaitingSeed,
  ],
})
export class SeedModule {}
