import { Global, Module } from '@nestjs/common';
import { Audience } from './realtime/audience.js';
import { BehaviourRecords } from './behaviour/behaviour-records.js';
import { CaseReads } from './behaviour/case-reads.js';
import { CaseViewers } from './realtime/case-viewers.js';
import { Clock } from './clock/clock.js';
import { Config } from './config/config.js';
import { Database } from './db/database.js';
import { DataSourceModule } from './db/data-source.js';
import { Heartbeats } from './realtime/heartbeats.js';
import { Ids } from './db/ids.js';
import { Jobs } from './jobs/jobs.js';
import { Logger } from './logger/logger.js';
import { Metrics } from './metrics/metrics.js';
import { OutboxWakeUp } from './db/outbox-wake-up.js';
import { Redis } from './redis/redis.js';
import { Rights } from './auth/rights.js';
import { MailClient } from './providers/mail.js';
import { OpenId } from './providers/openid.js';
import { ProviderClient } from './providers/provider-client.js';
import { ProviderSockets } from './providers/provider-sockets.js';
import { ProviderOutcomes } from './providers/provider-outcomes.js';
import { Providers } from './providers/providers.js';
import { SealedFiles } from './files/sealed-files.js';
import { SessionStore } from './auth/session-store.js';
import { Site } from './site/site.js';
import { Settings } from './settings/settings.js';
import { UploadForm } from './http/upload-form.js';
import { UnitOfWork } from './db/unit-of-work.js';
import { Vault } from './crypto/vault.js';
import { WatchedRooms } from './realtime/watched-rooms.js';

const providers = [
  Audience,
  BehaviourRecords,
  CaseReads,
  CaseViewers,
  Clock,
  Database,
  Heartbeats,
  Ids,
  Jobs,
  Logger,
  Metrics,
  OutboxWakeUp,
  MailClient,
  OpenId,
  ProviderClient,
  ProviderSockets,
  ProviderOutcomes,
  Providers,
  Redis,
  Rights,
  SealedFiles,
  SessionStore,
  Settings,
  Site,
  UnitOfWork,
  UploadForm,
  Vault,
  WatchedRooms,
];

/** Providers that every feature needs, in the server and in the workers alike. */
@Global()
@Module({
  imports: [DataSourceModule],
  providers: [{ provide: Config, useFactory: () => new Config() }, ...providers],
  exports: [Config, ...providers],
})
export class PlatformModule {}
