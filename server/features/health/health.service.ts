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
    const [database, pong] = await Promise.all([
      this.databaseAnswers(),
      this.redis.try((client) => client.ping()),
    ]);
    return { database, redis: pong === 'PONG' };
  }

  private async databaseAnswers(): Promise<boolean> {
    try {
      await this.database.rows(sql`SELECT 1 AS one`);
      return true;
    } catch (error) {
      this.logger.warn('Not ready: the database does not answer', { reason: String(error) });
      return false;
    }
  }
}
