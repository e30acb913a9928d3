import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { Logger } from '../../platform/logger/logger.js';
import { Redis } from '../../platform/redis/redis.js';

@Injectable()
export class HealthService {
  constructor(
    private readonly database: Database,
    private readonly redis: Redis,
    private readonly logger: Logger,
  ) {}

  /** Without the database nothing works; without Redis people go on working, only without live changes. */
  async parts(): Promise<{ database: boolean; redis: boolean }> {
    const [schema, pong] = await Promise.all([this.schema(), this.redis.try((client) => client.ping())]);
    return { database: schema !== null, redis: pong === 'PONG' };
  }

  /** The number of the newest migration that the database has; null when it does not answer. */
  async schema(): Promise<string | null> {
    try {
      const newest = await this.database.row<{ number: number }>(sql`
        SELECT MAX(timestamp) AS number FROM migration`);
      return String(newest?.number ?? 0).padStart(4, '0');
    } catch (error) {
      this.logger.warn('Not ready: the database does not answer', { reason: String(error) });
      return null;
    }
  }
}
