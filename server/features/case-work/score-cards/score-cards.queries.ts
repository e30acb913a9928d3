import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/db/database.js';
import { list, sql } from '../../../platform/db/sql.js';
import { DAY_COLUMNS, type DayRow } from '../../../domain/score-cards/day-row.sql.js';

@Injectable()
export class ScoreCardsQueries {
  constructor(private readonly database: Database) {}

  /** The days of these collectors that are open; one that is not is missing. */
  days(collectorIds: readonly number[], day: string): Promise<DayRow[]> {
    return this.database.rows<DayRow>(sql`
      SELECT ${DAY_COLUMNS} FROM collector_day d
      LEFT JOIN collector_rank r ON r.collector_id = d.collector_id AND r.day = d.day
      WHERE d.collector_id IN ${list(collectorIds)} AND d.day = ${day}`);
  }
}
