import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { Logger } from '../../platform/logger/logger.js';
import { PURGES, type Purge } from './retention.rules.js';

/** Small enough that nobody waits for the rows of one; each is a transaction of its own. */
const BATCH = 1_000;
/** Of one table and run. What is left is the next run's, which comes within the hour. */
const MOST_BATCHES = 500;

/** Deletes rows that have outlived what they are kept for. Killed anywhere, the next run goes on. */
@Injectable()
export class RetentionService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** @returns how many rows it deleted, by table. */
  async purge(batch = BATCH): Promise<Record<string, number>> {
    const now = this.clock.now();
    const deleted: Record<string, number> = {};
    for (const each of PURGES)
      deleted[each.table] = (deleted[each.table] ?? 0) + (await this.purgeOne(each, now, batch));
    if (Object.values(deleted).some((count) => count > 0)) this.logger.info({ deleted }, 'Old rows deleted');
    return deleted;
  }

  private async purgeOne({ statement }: Purge, now: Date, batch: number): Promise<number> {
    let deleted = 0;
    for (let count = 0; count < MOST_BATCHES; count++) {
      const { affectedRows } = await this.database.run(statement(now, batch));
      deleted += affectedRows;
      if (affectedRows < batch) break;
    }
    return deleted;
  }
}
