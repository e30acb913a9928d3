import { Injectable } from '@nestjs/common';
import {
  INBOX_CAUSE_NAMES,
  INBOX_CAUSES,
  type InboxCount,
  type InboxItem,
  type InboxQuery,
} from '../../../contract/inbox.js';
import { COUNT_CAP, type Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { cappedTotal } from '../../platform/db/lists/capped-counts.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';

/** A person's own notifications, of causes whose subject the person may read now. */
@Injectable()
export class InboxQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, { page, size, view }: InboxQuery): Promise<Page<InboxItem>> {
    const rows = this.rows(actor, view);
    const offset = Math.min((page - 1) * size, COUNT_CAP);
    const [result, totalCount] = await Promise.all([
      this.database.wireRows<InboxItem>(sql`
        SELECT n.id, n.cause, n.times, n.detail, n.subject_id AS subjectId, c.id AS taskId, c.loan_no AS loanId,
          u.name AS \`by\`, n.told_at AS toldAt, n.read_at AS readAt, n.snoozed_until AS snoozedUntil
        FROM (SELECT n.* ${rows}) n LEFT JOIN user u ON u.id = n.actor_id
          LEFT JOIN collection_case c ON c.id = n.case_id AND ${casesOf(actor)}
        ORDER BY n.told_at DESC, n.id DESC LIMIT ${offset}, ${size}`),
      cappedTotal(this.database, rows),
    ]);
    return { result, totalCount };
  }

  async count(actor: Actor): Promise<InboxCount> {
    return { unread: await cappedTotal(this.database, this.rows(actor, 'UNREAD')) };
  }

  private rows(actor: Actor, view: InboxQuery['view']): Statement {
    const causes = INBOX_CAUSE_NAMES.filter((name) => {
      const { may, forMe } = INBOX_CAUSES[name];
      return actor.permissions.has(may) && (view !== 'MINE' || forMe);
    });
    return sql`
      FROM inbox_item n WHERE n.user_id = ${actor.userId} AND n.cause IN ${list(causes)} AND (${view === 'ALL'}
        OR (n.open_key IS NOT NULL AND (n.snoozed_until IS NULL OR n.snoozed_until <= ${this.clock.now()})))`;
  }
}
