import { Global, Module, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import type { NounName } from '../contract/nouns.js';
import { IndicatorsHttpModule } from './features/indicators/indicators.http.module.js';
import { ProductsHttpModule } from './features/products/products.http.module.js';
import { AllocationHttpModule } from './features/allocation/allocation.http.module.js';
import { AnnouncementsHttpModule } from './features/announcements/announcements.http.module.js';
import { AuditHttpModule } from './features/audit/audit.http.module.js';
import { ApprovalsHttpModule } from './features/approvals/approvals.http.module.js';
import { AnomaliesHttpModule } from './features/monitoring/anomalies/anomalies.http.module.js';
import { MonitoringHttpModule } from './features/monitoring/monitoring.http.module.js';
import { BehaviourHttpModule } from './features/monitoring/behaviour/behaviour.http.module.js';
import { BoardsHttpModule } from './features/boards/boards.http.module.js';
import { BorrowersHttpModule } from './features/borrowers/borrowers.http.module.js';
import { CallsHttpModule } from './features/calls/calls.http.module.js';
import { CasesHttpModule } from './features/case-work/cases/cases.http.module.js';
import { ComplaintsHttpModule } from './features/complaints/complaints.http.module.js';
import { ConfigurationHttpModule } from './features/settings/configuration/configuration.http.module.js';
import { DeductionsHttpModule } from './features/repayment/deductions/deductions.http.module.js';
import { DocsHttpModule } from './features/docs/docs.http.module.js';
import { EvidenceHttpModule } from './features/evidence/evidence.http.module.js';
import { ExportsHttpModule } from './features/exports/exports.http.module.js';
import { ExtensionsHttpModule } from './features/repayment/extensions/extensions.http.module.js';
import { GrantsHttpModule } from './features/grants/grants.http.module.js';
import { ConnectionsHttpModule } from './features/connections/connections.http.module.js';
import { ContactComplianceHttpModule } from './features/contact-compliance/contact-compliance.http.module.js';
import { HealthHttpModule } from './features/health/health.http.module.js';
import { HelpHttpModule } from './features/help/help.http.module.js';
import { ImportsHttpModule } from './features/imports/imports.http.module.js';
import { InboxHttpModule } from './features/inbox/inbox.http.module.js';
import { InstitutionsHttpModule } from './features/institutions/institutions.http.module.js';
import { JobsHttpModule } from './features/jobs/jobs.http.module.js';
import { ListeningHttpModule } from './features/listening/listening.http.module.js';
import { LoansHttpModule } from './features/case-work/loans/loans.http.module.js';
import { LongAgingHttpModule } from './features/case-work/long-aging/long-aging.http.module.js';
import { MetricsHttpModule } from './features/metrics/metrics.http.module.js';
import { MenuHttpModule } from './features/menu/menu.http.module.js';
import { MessagesHttpModule } from './features/messages/messages.http.module.js';
import { PaymentsHttpModule } from './features/repayment/payments/payments.http.module.js';
import { PreferencesHttpModule } from './features/preferences/preferences.http.module.js';
import { PresenceHttpModule } from './features/presence/presence.http.module.js';
import { PrioritiesHttpModule } from './features/settings/priorities/priorities.http.module.js';
import { PrivacyHttpModule } from './features/privacy/privacy.http.module.js';
import { QualityHttpModule } from './features/quality/quality.http.module.js';
import { QueuesHttpModule } from './features/queues/queues.http.module.js';
import { RanksHttpModule } from './features/ranks/ranks.http.module.js';
import { RecordingsHttpModule } from './features/recordings/recordings.http.module.js';
import { ReceivablesHttpModule } from './features/receivables/receivables.http.module.js';
import { RefundsHttpModule } from './features/refunds/refunds.http.module.js';
import { RepaymentCodesHttpModule } from './features/repayment/codes/repayment-codes.http.module.js';
import { RequestsHttpModule } from './features/case-work/requests/requests.http.module.js';
import { SchedulesHttpModule } from './features/schedules/schedules.http.module.js';
import { ScoreCardsHttpModule } from './features/case-work/score-cards/score-cards.http.module.js';
import { SessionHttpModule } from './features/session/session.http.module.js';
import { SetupHttpModule } from './features/setup/setup.http.module.js';
import { SiteHttpModule } from './features/site/site.http.module.js';
import { SoftphonesHttpModule } from './features/softphones/softphones.http.module.js';
import { StatisticsHttpModule } from './features/statistics/statistics.http.module.js';
import { StopsHttpModule } from './features/stops/stops.http.module.js';
import { TimelineHttpModule } from './features/timeline/timeline.http.module.js';
import { UsersHttpModule } from './features/users/users.http.module.js';
import { PromisesHttpModule } from './features/case-work/promises/promises.http.module.js';
import { QueuesService } from './features/queues/queues.service.js';
import { TemplatesService } from './features/messages/compose/templates.service.js';
import { AgenciesHttpModule } from './features/agencies/agencies.http.module.js';
import { ApiKeysHttpModule } from './features/api-keys/api-keys.http.module.js';
import { ApiKeysService } from './features/api-keys/api-keys.service.js';
import { WebhooksHttpModule } from './features/webhooks/webhooks.http.module.js';
import { WebhooksService } from './features/webhooks/webhooks.service.js';
import { AgenciesService } from './features/agencies/agencies.service.js';
import { ComplaintCausesService } from './features/complaints/complaint-causes.service.js';
import { ProductsService } from './features/products/products.service.js';
import { IndicatorsService } from './features/indicators/indicators.service.js';
import { ClosingService } from './features/institutions/closing.service.js';
import { GroupsService } from './features/groups/groups.service.js';
import { AccountsService } from './features/users/accounts.service.js';
import { SoftphonesService } from './features/softphones/softphones.service.js';
import { AnnouncementsService } from './features/announcements/announcements.service.js';
import { QualitySheetsService } from './features/quality/quality-sheets.service.js';
import { ApiKeys } from './platform/auth/api-keys.js';
import { Admission } from './platform/auth/admission.js';
import { AuthGuard } from './platform/auth/auth.guard.js';
import { NOUN_COMMANDS, type NounCommand, type NounCommands } from './platform/db/configured-entity.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { contractPipe } from './platform/http/validation.js';
import { PlatformModule } from './platform/platform.module.js';
import { RealtimeModule } from './platform/realtime/realtime.module.js';

/** Controllers of each noun that administrators configure, and the commands that also revert its changes. */
const NOUN_PARTS: Record<NounName, readonly [Type, Type<NounCommand>]> = {
  queue: [QueuesHttpModule, QueuesService],
  template: [MessagesHttpModule, TemplatesService],
  productTerms: [ProductsHttpModule, ProductsService],
  agency: [AgenciesHttpModule, AgenciesService],
  apiKey: [ApiKeysHttpModule, ApiKeysService],
  webhook: [WebhooksHttpModule, WebhooksService],
  complaintCause: [ComplaintsHttpModule, ComplaintCausesService],
  indicator: [IndicatorsHttpModule, IndicatorsService],
  institution: [InstitutionsHttpModule, ClosingService],
  group: [InstitutionsHttpModule, GroupsService],
  user: [UsersHttpModule, AccountsService],
  softphone: [SoftphonesHttpModule, SoftphonesService],
  announcement: [AnnouncementsHttpModule, AnnouncementsService],
  qualitySheet: [QualityHttpModule, QualitySheetsService],
};
const nounModules = new Set(Object.values(NOUN_PARTS).map(([module]) => module));
const commands = Object.fromEntries(
  Object.entries(NOUN_PARTS).map(([noun, [, service]]) => [noun, service]),
) as NounCommands;

/** The server's whole interface: each feature's module lists its controllers, docs/calls.md all calls, and the gateway the socket's. */
@Global()
@Module({
  imports: [
    PlatformModule,
    DiscoveryModule,
    RealtimeModule,
    ...nounModules,

    AllocationHttpModule,
    AuditHttpModule,
    ApprovalsHttpModule,
    AnomaliesHttpModule,
    BehaviourHttpModule,
    MonitoringHttpModule,
    BoardsHttpModule,
    BorrowersHttpModule,
    CallsHttpModule,
    CasesHttpModule,
    ConfigurationHttpModule,
    DeductionsHttpModule,
    DocsHttpModule,
    EvidenceHttpModule,
    ExportsHttpModule,
    ExtensionsHttpModule,
    GrantsHttpModule,
    ConnectionsHttpModule,
    ContactComplianceHttpModule,
    InboxHttpModule,
    HealthHttpModule,
    HelpHttpModule,
    ImportsHttpModule,
    JobsHttpModule,
    ListeningHttpModule,
    LoansHttpModule,
    LongAgingHttpModule,
    MenuHttpModule,
    MetricsHttpModule,
    PaymentsHttpModule,
    PreferencesHttpModule,
    PrivacyHttpModule,
    PresenceHttpModule,
    PrioritiesHttpModule,
    PromisesHttpModule,
    RanksHttpModule,
    RecordingsHttpModule,
    ReceivablesHttpModule,
    RefundsHttpModule,
    RepaymentCodesHttpModule,
    RequestsHttpModule,
    SchedulesHttpModule,
    ScoreCardsHttpModule,
    SessionHttpModule,
    SetupHttpModule,
    SiteHttpModule,
    StatisticsHttpModule,
    StopsHttpModule,
    TimelineHttpModule,
  ],
  providers: [
    Admission,
    ApiKeys,
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_PIPE, useValue: contractPipe },
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: NOUN_COMMANDS, useValue: commands },
  ],
  exports: [NOUN_COMMANDS],
})
export class ApiModule {}
