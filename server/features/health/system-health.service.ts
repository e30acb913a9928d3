import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { VERSION, type PartHealth, type SystemHealth } from '../../../contract/administration/health.js';
import { businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { Clock } from '../../platform/clock/clock.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/db/database.js';
import { oldestWaitingEvent } from '../../platform/db/oldest-event.sql.js';
import { QUEUES } from '../../platform/jobs/job-table.js';
import { Jobs } from '../../platform/jobs/jobs.js';
import { ProviderOutcomes } from '../../platform/providers/provider-outcomes.js';
import { Redis } from '../../platform/redis/redis.js';
import { Site } from '../../platform/site/site.js';
import { TelephoneService } from '../calls/telephone/telephone.service.js';
import { SealsService } from '../seals/seals.service.js';
import { MailedWordsService } from '../seals/mailed-words.service.js';
import { SignedWordsService } from '../seals/signed-words.service.js';
import { TimeStampsService } from '../seals/time-stamps.service.js';
import { SiteService } from '../site/site.service.js';
import {
  backupHealth,
  failingPercent,
  healthOf,
  providersHealth,
  sealsHealth,
  signedWordsHealth,
} from '../../domain/health/health.rules.js';
import { unheardMessages } from '../../domain/messages/message.sql.js';
import { WebhooksQueries } from '../webhooks/webhooks.queries.js';
import { BackupsService } from './backups.service.js';
import { HealthService } from './health.service.js';

const NAMES = [...new Set(Object.values(QUEUES).map(({ queue }) => queue))];
const LATE_MS = 2_000;
const HOUR_MS = 3_600_000;
const UNHELD = { ref: false };

/** Looks at every part of the site, for administrators. A part that does not answer takes no other with it. */
@Injectable()
export class SystemHealthService {
  constructor(
    private readonly health: HealthService,
    private readonly database: Database,
    private readonly redis: Redis,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly site: Site,
    private readonly sites: SiteService,
    private readonly sealed: SealsService,
    private readonly signedWords: SignedWordsService,
    private readonly mailedWords: MailedWordsService,
    private readonly timeStamps: TimeStampsService,
    private readonly hooks: WebhooksQueries,
    private readonly outcomes: ProviderOutcomes,
    private readonly telephones: TelephoneService,
    private readonly backups: BackupsService,
  ) {}

  async read(): Promise<SystemHealth> {
    const [{ schema, services }, relay, queues, providers, disk, backup, seals, words, stamps, ...outside] =
      await Promise.all([
        this.services(),
        this.relay(),
        this.queues(),
        this.providers(),
        this.disk(),
        this.backup(),
        this.seals(),
        this.words(),
        this.timeStamps.open(),
        this.messages(),
        this.webhooks(),
        this.answers(),
        this.telephone(),
      ]);
    const parts = [
      ...services,
      relay,
      ...queues,
      providers,
      disk,
      backup,
      seals,
      words,
      healthOf('timeStamps', stamps),
      ...outside,
    ];
    return { parts, version: VERSION, schema: schema ?? '' };
  }

  private async services(): Promise<{ schema: string | null; services: PartHealth[] }> {
    const begun = performance.now();
    const schema = await this.health.schema();
    const read = performance.now();
    const pong = await this.redis.try((client) => client.ping());
    const answered = performance.now();
    return {
      schema,
      services: [
        healthOf('database', schema === null ? null : Math.round(read - begun)),
        healthOf('redis', pong ? Math.round(answered - read) : null),
      ],
    };
  }

  private async relay(): Promise<PartHealth> {
    const oldest = await this.database.row<{ recordedAt: Date }>(oldestWaitingEvent);
    return healthOf('relay', oldest ? seconds(this.clock.now().getTime() - oldest.recordedAt.getTime()) : 0);
  }

  private async queues(): Promise<PartHealth[]> {
    // A queue's own connection waits for Redis as long as it is away.
    const found = await this.redis.try(() =>
      Promise.race([Promise.all(NAMES.map((name) => this.queue(name))), delay(LATE_MS, undefined, UNHELD)]),
    );
    const waits = found ? Math.max(...found.map((one) => one.waits)) : null;
    const failed = found ? found.reduce((sum, one) => sum + one.failed, 0) : null;
    return [healthOf('jobs', waits), healthOf('failedJobs', failed)];
  }

  private async queue(name: string): Promise<{ waits: number; failed: number }> {
    const queue = this.jobs.queue(name);
    const [[oldest], failed] = await Promise.all([
      queue.getJobs(['waiting'], 0, 0, true),
      queue.getFailedCount(),
    ]);
    // BullMQ stamps by the machine's clock.
    return { waits: oldest ? seconds(Date.now() - oldest.timestamp - oldest.delay) : 0, failed };
  }

  private async providers(): Promise<PartHealth> {
    const lacking = await this.sites.lacking();
    return providersHealth(lacking.length, this.site.mark().stage === 'LIVE');
  }

  private async disk(): Promise<PartHealth> {
    const { bavail, blocks } = await statfs(this.config.dataDir);
    return healthOf('disk', Math.round(100 - (bavail / blocks) * 100));
  }

  private async seals(): Promise<PartHealth> {
    return sealsHealth(await this.sealed.unsigned());
  }

  private async words(): Promise<PartHealth> {
    const minutes = (await this.signedWords.behind()) ?? (await this.mailedWords.behind());
    return signedWordsHealth(minutes, this.site.mark().stage === 'LIVE');
  }

  private async messages(): Promise<PartHealth> {
    const found = await this.database.row<{ count: number }>(unheardMessages());
    return healthOf('messages', found?.count ?? 0);
  }

  private async webhooks(): Promise<PartHealth> {
    const since = await this.hooks.failingSince();
    return healthOf(
      'webhooks',
      since ? Math.floor((this.clock.now().getTime() - since.getTime()) / HOUR_MS) : 0,
    );
  }

  private async answers(): Promise<PartHealth> {
    const days = Object.values(await this.outcomes.read()).map(({ today }) => today);
    const now = this.clock.now();
    const hour = Math.floor((now.getTime() - startOfBusinessDay(businessDay(now)).getTime()) / HOUR_MS);
    return healthOf('answers', failingPercent(days, hour));
  }

  private async telephone(): Promise<PartHealth> {
    return healthOf('telephone', (await this.telephones.isHeard()) ? 0 : null);
  }

  private async backup(): Promise<PartHealth> {
    return backupHealth(await this.backups.last());
  }
}

const seconds = (milliseconds: number) => Math.max(0, Math.round(milliseconds / 1000));
