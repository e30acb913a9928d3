import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { AnnouncementsController } from './features/announcements/announcements.controller.js';
import { AnnouncementsModule } from './features/announcements/announcements.module.js';
import { BehaviourController } from './features/behaviour/behaviour.controller.js';
import { BehaviourModule } from './features/behaviour/behaviour.module.js';
import { BoardsController } from './features/boards/boards.controller.js';
import { BoardsModule } from './features/boards/boards.module.js';
import { BorrowersController } from './features/borrowers/borrowers.controller.js';
import { BorrowersModule } from './features/borrowers/borrowers.module.js';
import { CallsController } from './features/calls/calls.controller.js';
import { CallsModule } from './features/calls/calls.module.js';
import { CaseMovesController } from './features/cases/case-moves.controller.js';
import { CasesController } from './features/cases/cases.controller.js';
import { LongAgingController } from './features/cases/long-aging.controller.js';
import { CasesModule } from './features/cases/cases.module.js';
import { ContactsController } from './features/guard/contacts/contacts.controller.js';
import { GuardController } from './features/guard/guard.controller.js';
import { GuardModule } from './features/guard/guard.module.js';
import { DeductionsController } from './features/deductions/deductions.controller.js';
import { DeductionsModule } from './features/deductions/deductions.module.js';
import { ExtensionsController } from './features/extensions/extensions.controller.js';
import { ExtensionsModule } from './features/extensions/extensions.module.js';
import { HealthController } from './features/health/health.controller.js';
import { HealthModule } from './features/health/health.module.js';
import { ImportsController } from './features/imports/imports.controller.js';
import { ImportsModule } from './features/imports/imports.module.js';
import { LoansController } from './features/loans/loans.controller.js';
import { LoansModule } from './features/loans/loans.module.js';
import { RepaymentCodesController } from './features/repayment-codes/repayment-codes.controller.js';
import { RepaymentCodesModule } from './features/repayment-codes/repayment-codes.module.js';
import { SoftphonesController } from './features/softphones/softphones.controller.js';
import { SoftphonesModule } from './features/softphones/softphones.module.js';
import { StatisticsController } from './features/statistics/statistics.controller.js';
import { StatisticsModule } from './features/statistics/statistics.module.js';
import { AuthGuard } from './platform/auth/auth.guard.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { contractPipe } from './platform/http/validation.js';
import { Gateway } from './platform/realtime/gateway.js';
import { PlatformModule } from './platform/platform.module.js';
import { KioskController } from './features/session/kiosk.controller.js';
import { LivenessController } from './features/session/liveness.controller.js';
import { LoginController } from './features/session/login.controller.js';
import { MenuController } from './features/menu/menu.controller.js';
import { MenuModule } from './features/menu/menu.module.js';
import { MessagesController } from './features/messages/messages.controller.js';
import { MessagesModule } from './features/messages/messages.module.js';
import { PaymentsController } from './features/payments/payments.controller.js';
import { PaymentsModule } from './features/payments/payments.module.js';
import { DraftsController } from './features/preferences/drafts.controller.js';
import { PreferencesController } from './features/preferences/preferences.controller.js';
import { PreferencesModule } from './features/preferences/preferences.module.js';
import { ViewsController } from './features/preferences/views.controller.js';
import { PrioritiesController } from './features/priorities/priorities.controller.js';
import { PrioritiesModule } from './features/priorities/priorities.module.js';
import { PromisesModule } from './features/promises/promises.module.js';
import { ScoreCardsController } from './features/score-cards/score-cards.controller.js';
import { ScoreCardsModule } from './features/score-cards/score-cards.module.js';
import { SessionController } from './features/session/session.controller.js';
import { SessionModule } from './features/session/session.module.js';
import { TimelineController } from './features/timeline/timeline.controller.js';
import { TimelineModule } from './features/timeline/timeline.module.js';
import { UsersController } from './features/users/users.controller.js';
import { UsersModule } from './features/users/users.module.js';

/** Every feature, every controller and the gateway: the whole surface of the server on one page. */
@Module({
  imports: [
    PlatformModule,
    DiscoveryModule,
    AnnouncementsModule,
    BehaviourModule,
    BoardsModule,
    CallsModule,
    BorrowersModule,
    CasesModule,
    GuardModule,
    DeductionsModule,
    ExtensionsModule,
    HealthModule,
    ImportsModule,
    MessagesModule,
    LoansModule,
    PaymentsModule,
    PreferencesModule,
    PrioritiesModule,
    PromisesModule,
    RepaymentCodesModule,
    ScoreCardsModule,
    SoftphonesModule,
    StatisticsModule,
    SessionModule,
    MenuModule,
    TimelineModule,
    UsersModule,
  ],
  controllers: [
    AnnouncementsController,
    BehaviourController,
    BoardsController,
    CallsController,
    BorrowersController,
    CaseMovesController,
    CasesController,
    LongAgingController,
    ImportsController,
    MessagesController,
    DeductionsController,
    ExtensionsController,
    LoansController,
    PaymentsController,
    RepaymentCodesController,
    DraftsController,
    PreferencesController,
    ViewsController,
    PrioritiesController,
    ScoreCardsController,
    SoftphonesController,
    StatisticsController,
    LivenessController,
    LoginController,
    SessionController,
    KioskController,
    MenuController,
    TimelineController,
    UsersController,
    ContactsController,
    GuardController,
    HealthController,
  ],
  providers: [
    Gateway,
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_PIPE, useValue: contractPipe },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
})
export class ApiModule {}
