import { Injectable } from '@nestjs/common';
import { addDays, businessDay, startOfBusinessDay } from '../../contract/shared/date.js';
import { hashPassword } from '../platform/auth/passwords.js';
import { Clock } from '../platform/clock/clock.js';
import { Config } from '../platform/config/config.js';
import { ImportsService } from '../features/imports/imports.service.js';
import { DEMO_PASSWORD, writeDemoAccounts } from './demo-accounts.js';
import { organisation } from './organisation.js';
import type { SeedParameters } from './parameters.js';
import { PeopleSeed, type SeededCollector } from './people.js';
import { HISTORY_DAYS, portfolioPlan, portfolioRows, type PortfolioPlan } from './portfolio.js';
import { Progress } from './progress.js';
import { SeedClock } from './seed-clock.js';
import { SeedRun } from './seed-run.js';

const HOUR_MS = 3_600_000;

/** Fills an empty database with the demo: people, a portfolio and a week of work, all by the product's own services. */
@Injectable()
export class DemoSeed {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly run: SeedRun,
    private readonly people: PeopleSeed,
    private readonly imports: ImportsService,
  ) {}

  /** @returns false when there was nothing to do. */
  async plant(parameters: SeedParameters, say: (line: string) => void): Promise<boolean> {
    const state = await this.run.state();
    if (state === 'foreign') {
      say('The database has people of its own: no demo is seeded.');
      return false;
    }
    if (state === 'done') {
      await this.accounts(await this.run.parameters<SeedParameters>());
      return false;
    }
    if (state === 'begun') {
      say('An earlier seed died half-way: beginning anew.');
      await this.run.wipe();
    }
    await this.run.begin(parameters);
    await this.everything(parameters, say);
    await this.accounts(parameters);
    await this.run.finish();
    return true;
  }

  private accounts({ seed, ...size }: SeedParameters): Promise<void> {
    return writeDemoAccounts(this.config.dataDir, organisation(seed, size));
  }

  private async everything(
    { seed, cases, ...size }: SeedParameters,
    say: (line: string) => void,
  ): Promise<void> {
    const today = businessDay(this.clock.now());
    const clock = new SeedClock(this.clock, startOfBusinessDay(addDays(today, -HISTORY_DAYS)));
    const org = organisation(seed, size);
    const collectors = await this.people.plant(org, await hashPassword(DEMO_PASSWORD), clock.now());
    say(`${org.people.length} people`);
    const plan = portfolioPlan(seed, cases, today, org);
    const progress = new Progress(cases, say);
    for (let back = HISTORY_DAYS; back >= 0; back--) {
      await this.day(addDays(today, -back), { clock, plan, collectors, progress });
    }
    progress.end();
  }

  private async day(day: string, { clock, plan, progress }: SeedDay): Promise<void> {
    const midnight = startOfBusinessDay(day).getTime();
    clock.goTo(new Date(midnight + HOUR_MS));
    await this.imports.importRows(progress.counting(portfolioRows(plan, day)), {
      fileName: `demo-${day}.csv`,
    });
  }
}

interface SeedDay {
  clock: SeedClock;
  plan: PortfolioPlan;
  collectors: SeededCollector[];
  progress: Progress;
}
