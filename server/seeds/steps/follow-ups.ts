import { Injectable } from '@nestjs/common';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { isWorkingDay } from '../../../contract/shared/holidays.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';

/** Forgotten cases of a team: its uncovered lane has something to show. */
const FORGOTTEN = 6;
const DAYS = 5;
/** One case in so many is to be looked at today, the others on the days to come. */
const TODAY = 25;
const OPENING_MS = 9 * 3_600_000;
/** Five minutes each, through the working day. */
const TIMES = 108;

/** When collectors mean to look at what they have not called yet, or not reached: spread over the days to come. */
@Injectable()
export class FollowUpsSeed {
  constructor(private readonly database: Database) {}

  async plant(now: Date): Promise<void> {
    const today = businessDay(now);
    const opens = (day: string) => new Date(startOfBusinessDay(day).getTime() + OPENING_MS);
    const days = nextWorkingDays(today);
    await this.database.run(
      sql`
        UPDATE collection_case c JOIN (
          SELECT id, ROW_NUMBER() OVER (PARTITION BY group_id ORDER BY SHA2(id, 256)) AS place FROM collection_case
          WHERE is_open = 1 AND owner_id IS NOT NULL
            AND (action_at IS NULL OR action_at < ${startOfBusinessDay(today)})
            AND (status <> 'C01' OR assigned_at < ${startOfBusinessDay(addDays(today, -1))})
        ) u ON u.id = c.id AND u.place > ${FORGOTTEN}
        SET c.version = c.version + 1,
          c.next_follow_up_at = INTERVAL 5 * MOD(c.id * 7, ${TIMES}) MINUTE + IF(MOD(c.id, ${TODAY}) = 0, ${opens(today)},
            ELT(1 + MOD(c.id, ${DAYS}), ${opens(days[0]!)}, ${opens(days[1]!)}, ${opens(days[2]!)}, ${opens(days[3]!)},
              ${opens(days[4]!)}))`,
      0,
    );
  }
}

function nextWorkingDays(today: string): string[] {
  const days: string[] = [];
  for (let day = addDays(today, 1); days.length < DAYS; day = addDays(day, 1))
    if (isWorkingDay(day)) days.push(day);
  return days;
}
