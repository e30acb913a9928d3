import { z } from 'zod';
import { IsoTime } from '../shared/date.js';

/** Version of package.json, which a build does not carry along. */
export const VERSION = '0.3.0';

/** Parts of a running site that an administrator can look at. */
export const HEALTH_PARTS = [
  'database', 'redis', 'relay', 'jobs', 'failedJobs', 'providers', 'disk', 'backup', 'seals', 'signedWords',
  'timeStamps', 'messages', 'webhooks', 'answers', 'telephone',
] as const; // prettier-ignore
export type HealthPart = (typeof HEALTH_PARTS)[number];

/** GOOD wants nothing. WARN wants somebody to look today, BAD now. */
export const HEALTH_STATES = ['GOOD', 'WARN', 'BAD'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

export interface PartHealth {
  part: HealthPart;
  state: HealthState;
  /**
   * Measured: milliseconds of an answer (database, redis), seconds that the oldest event or job waits (relay, jobs),
   * how many (failedJobs, providers: in use and not connected), percent in use (disk), hours since the last one (backup),
   * minutes that the log has grown on since it was signed last (seals), minutes that the oldest signed word waits to be
   * sent away (signedWords), days that no authority has stamped (timeStamps), texts of the last week of which nothing was
   * heard (messages), hours for which a webhook has not been taken (webhooks), percent of the requests of this hour and the one
   * before that failed at the provider that fails most (answers), 0 when what happens to calls is heard (telephone).
   * Null: it does not answer, or there is none.
   */
  value: number | null;
}

/** `system/backup`: a backup was made of a database of the lender's own. `checked`: it was read back, and was right; null: nobody has looked. */
export const BackupReport = z.strictObject({ made: IsoTime, checked: z.boolean().nullable().default(null) });
export type BackupReport = z.infer<typeof BackupReport>;

/** `system/health` */
export interface SystemHealth {
  parts: PartHealth[];
  /** Version of the running server. */
  version: string;
  /** Number of the newest migration that the database has. */
  schema: string;
}
