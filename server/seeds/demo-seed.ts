import { Injectable } from '@nestjs/common';
import { addDays, businessDay, startOfBusinessDay } from '../../contract/shared/date.js';
import { hashPassword } from '../platform/auth/passwords.js';
import { RecoveryService } from '../features/allocation/recovery.service.js';
import { Clock } from '../platform/clock/clock.js';
import { Config } from '../platform/config/config.js';
import { ImportsService } from '../features/imports/imports.service.js';
import { DEMO_PASSWORD, writeDemoAccounts } from './demo-accounts.js';
import { organisation } from './generators/organisation.js';
import type { SeedParameters } from './parameters.js';
import { AnnouncementsSeed } from './steps/announcements.js';
import { Allocation } from './steps/allocation.js';
import { CallsSeed } from './steps/calls.js';
import { ComplaintsSeed } from './steps/complaints.js';
import { BorrowerFilesSeed } from './steps/borrower-files.js';
import { FollowUpsSeed } from './steps/follow-ups.js';
import { ContactComplianceSeed } from './steps/contact-compliance.js';
import { History } from './steps/history.js';
import { MessagesSeed } from './steps/messages.js';
import { PeopleSeed, type SeededStaff } from './steps/people.js';
import { HISTORY_DAYS, portfolioPlan, portfolioRows, type PortfolioPlan } from './generators/portfolio.js';
import { Progress } from './progress.js';
import { QualitySeed } from './steps/quality.js';
import { SupervisionSeed } from './steps/supervision.js';
import { RepaymentsSeed } from './steps/repayments.js';
import { SeedClock } from './seed-clock.js';
import { SeedRun } from './seed-run.js';
import { SettingsSeed } from './steps/settings.js';
import { SoftphonesSeed } from './steps/softphones.js';
import { WaitingSeed } from './steps/waiting.js';

// Before anybody works, and so early that a demo which is started at night has had them.
const INTAKE_AFTER_MS = 60_000;
const ALLOCATION_AFTER_MS = 120_000;

/** Fills an empty database with the demo: people, a portfolio and a week of work, all by the product's own services. */
@Injectable()
export class DemoSeed {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly run: SeedRun,
    private readonly people: PeopleSeed,
    private readonly imports: ImportsService,
    private readonly allocation: Allocation,
    private readonly history: History,
    private readonly announcements: AnnouncementsSeed,
    private readonly softphones: SoftphonesSeed,
    private readonly calls: CallsSeed,
    private readonly complaints: ComplaintsSeed,
    private readonly quality: QualitySeed,
    private readonly supervision: SupervisionSeed,
    private readonly borrowers: BorrowerFilesSeed,
    private readonly messages: MessagesSeed,
    private readonly repayments: RepaymentsSeed,
    private readonly contactCompliance: ContactComplianceSeed,
    private readonly settings: SettingsSeed,
    private readonly waiting: WaitingSeed,
    private readonly followUps: FollowUpsSeed,
    private readonly recovery: RecoveryService,
  ) {}

  /** @returns false when there was nothing to do. */
  async plant(parameters: SeedParameters, say: (line: string) => void): Promise<boolean> {
    const state = await this.run.state();
    if (state === 'foreign') {
      say('The database has people of its own: no demo is seeded.');
      return false;
    }
    if (state === 'done') return false;
    if (state === 'begun') {
      say('An earlier seed died half-way: beginning anew.');
      await this.run.wipe();
    }
    await this.run.begin(parameters);
    await this.everything(parameters, say);
    await writeDemoAccounts(this.config.dataDir, organisation(parameters.seed, parameters));
    await this.run.finish();
    return true;
  }

  private async everything(
    { seed, cases, ...size }: SeedParameters,
    say: (line: string) => void,
  ): Promise<void> {
    const today = businessDay(this.clock.now());
    const clock = new SeedClock(this.clock, startOfBusinessDay(addDays(today, -HISTORY_DAYS)));
    const org = organisation(seed, size);
    const password = await hashPassword(DEMO_PASSWORD);
    const staff = await this.people.plant(org, cases / size.collectors, password, clock.now());
    say(`${org.people.length} people`);
    await this.settings.begin();
    await this.announcements.plant();
    await this.contactCompliance.approve();
    await this.messages.plant(clock);
    await this.softphones.plant(staff.collectors, seed, clock.now());
    const plan = portfolioPlan(seed, cases, today, org);
    const progress = new Progress(cases, say);
    for (let back = HISTORY_DAYS; back >= 0; back--) {
      await this.day(addDays(today, -back), { clock, plan, staff, progress });
      await this.settings.day(back);
      await this.complaints.day(staff, back);
      await this.supervision.day(staff, back);
    }
    await this.complaints.formerMonths();
    await this.borrowers.plant(staff.collectors, seed, clock.now());
    await this.repayments.plant(staff.collectors, clock);
    await this.contactCompliance.plant(staff.collectors);
    await this.calls.plant(staff.collectors, clock.now());
    await this.quality.plant(staff);
    await this.supervision.plant(staff, clock.now());
    await this.waiting.plant(staff, clock);
    await this.followUps.plant(clock.now());
    await this.recovery.countDays();
    progress.end();
  }

  /** Midnight, the loans that came due, the morning's allocation, the day's work. */
  private async day(day: string, { clock, plan, staff, progress }: SeedDay): Promise<void> {
    const midnight = startOfBusinessDay(day).getTime();
    clock.goTo(new Date(midnight));
    await this.history.night(day, staff.collectors);
    clock.goTo(new Date(midnight + INTAKE_AFTER_MS));
    await this.imports.importRows(progress.counting(portfolioRows(plan, day)), {
      fileName: `demo-${day}.csv`,
    });
    clock.goTo(new Date(midnight + ALLOCATION_AFTER_MS));
    await this.allocation.morning(plan.seed, staff.collectors, progress);
    await this.history.work(clock, plan.seed, staff.collectors, progress);
    await this.messages.day(clock, staff.collectors);
  }
}

interface SeedDay {
  clock: SeedClock;
  plan: PortfolioPlan;
  staff: SeededStaff;
  progress: Progress;
}
