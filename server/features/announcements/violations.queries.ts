import { Injectable } from '@nestjs/common';
import {
  VIOLATION_WEEKS,
  type ViolationInfo,
  type ViolationOrigin,
  type ViolationReader,
  type ViolationWeek,
} from '../../../contract/supervision/violations.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { SealedFiles } from '../../platform/files/sealed-files.js';
import { AppError } from '../../platform/http/app-error.js';

interface Found extends Omit<ViolationInfo, 'readers' | 'read' | 'of' | 'base64Image'> {
  institutionId: number;
  userId: number | null;
  picture: string | null;
}
const MAX_READERS = 500;

@Injectable()
export class ViolationsQueries {
  constructor(
    private readonly database: Database,
    private readonly files: SealedFiles,
    private readonly clock: Clock,
  ) {}

  /** The last weeks, those without a violation too; what was withdrawn is not counted. */
  async weeks(actor: Actor): Promise<ViolationWeek[]> {
    const today = businessDay(this.clock.now());
    const first = addDays(today, -((new Date(today).getUTCDay() + 6) % 7) - 7 * (VIOLATION_WEEKS - 1));
    const begins = startOfBusinessDay(first);
    const within = institutionsIn(actor, { text: 'a.institution_id', params: [] });
    const found = await this.database.rows<{ week: number; origin: ViolationOrigin; count: number }>({
      text: `
        SELECT TIMESTAMPDIFF(DAY, ?, a.created_at) DIV 7 AS week, COALESCE(s.source, 'TYPED') AS origin, COUNT(*) AS count
        FROM announcement a LEFT JOIN violation_source s ON s.announcement_id = a.id
        WHERE a.kind = 'VIOLATION' AND a.withdrawn_at IS NULL AND a.created_at >= ? AND ${within.text}
        GROUP BY week, origin`,
      params: [begins, begins, ...within.params],
    });
    return Array.from({ length: VIOLATION_WEEKS }, (_, at) => {
      const own = found.filter(({ week }) => week === at);
      return {
        week: addDays(first, 7 * at),
        total: own.reduce((sum, { count }) => sum + count, 0),
        byOrigin: Object.fromEntries(own.map(({ origin, count }) => [origin, count])),
      };
    });
  }

  /** @throws announcement.notFound */
  async info(actor: Actor, msgId: number): Promise<ViolationInfo> {
    const [found] = await this.database.wireRows<Found>(
      sql`
        SELECT a.id AS msgId, a.name, a.irregularities AS reason, a.process_result AS penalty,
          a.picture, u.name AS announcedBy, a.created_at AS announcedAt, s.source,
          s.source_id AS sourceId, a.institution_id AS institutionId, s.user_id AS userId
        FROM announcement a LEFT JOIN violation_source s ON s.announcement_id = a.id LEFT JOIN user u ON u.id = a.created_by
        WHERE a.id = ${msgId} AND a.kind = 'VIOLATION' AND ${institutionsIn(actor, sql`a.institution_id`)}`,
    );
    if (!found) throw new AppError('announcement.notFound');
    const { institutionId, userId, picture, ...info } = found;
    const [readers, count, image] = await Promise.all([
      this.database.wireRows<ViolationReader>(sql`
        SELECT u.id AS userId, u.name, r.read_at AS readAt FROM user u
        LEFT JOIN announcement_read r ON r.announcement_id = ${msgId} AND r.user_id = u.id
        WHERE u.institution_id = ${institutionId} AND u.enabled = 1
        ORDER BY u.id = ${userId} DESC, r.read_at IS NULL, r.read_at DESC, u.name LIMIT ${String(MAX_READERS)}`),
      this.database.row<{ read: number; of: number }>(sql`
        SELECT COUNT(r.user_id) AS \`read\`, COUNT(*) AS \`of\` FROM user u
        LEFT JOIN announcement_read r ON r.announcement_id = ${msgId} AND r.user_id = u.id
        WHERE u.institution_id = ${institutionId} AND u.enabled = 1`),
      picture === null ? null : this.files.open('pictures', picture),
    ]);
    return { ...info, readers, read: count!.read, of: count!.of, base64Image: image?.toString() ?? null };
  }
}
