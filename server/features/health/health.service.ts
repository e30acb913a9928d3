import { Injectable } from '@nestjs/common';
import { VERSION } from '../../../contract/administration/health.js';
import { Database } from '../../platform/db/database.js';
import { OWN_SCHEMA } from '../../platform/db/own-schema.js';
import { sql } from '../../platform/db/sql.js';
import { Logger } from '../../platform/logger/logger.js';
import { Redis } from '../../platform/redis/redis.js';

/** Numbers of migrations: the newest one that the database has, and that this build knows. */
export interface Readiness {
  database: boolean;
  redis: boolean;
  /** Null when the database does not answer. */
  schema: string | null;
  build: { version: string; schema: string };
}

export const isReady = ({ schema, build }: Readiness) => schema !== null && schema >= build.schema;

const fourDigits = (number: number) => String(number).padStart(4, '0');

@Injectable()
export class HealthService {
  constructor(
    private readonly database: Database,
    private readonly redis: Redis,
    private readonly logger: Logger,
  ) {}

  /**
   * Without the database nothing works, nor with one that lacks migrations of this build; without Redis people go on working, only
   * without live changes.
   */
  async parts(): Promise<Readiness> {
    const [schema, pong] = await Promise.all([this.schema(), this.redis.try((client) => client.ping())]);
    const build = { version: VERSION, schema: fourDigits(OWN_SCHEMA) };
    return { database: schema !== null, redis: pong === 'PONG', schema, build };
  }

  /** The number of the newest migration that the database has; null when it does not answer. */
  async schema(): Promise<string | null> {
    try {
      const newest = await this.database.row<{ number: number }>(sql`
        SELECT MAX(timestamp) AS number FROM migration`);
      return fourDigits(newest?.number ?? 0);
    } catch (error) {
      this.logger.warn('Not ready: the database does not answer', { reason: String(error) });
      return null;
    }
  }
}
