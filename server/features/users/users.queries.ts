import { Injectable } from '@nestjs/common';
import type { CollectorOption } from '../../../contract/session.js';
import { COUNT_CAP, type Page } from '../../../contract/shared/page.js';
import type { UserListQuery, UserRow } from '../../../contract/users.js';
import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { all, sql, type Statement } from '../../platform/db/sql.js';

/** How many people a select offers at most. */
const OPTIONS = 2_000;

type StoredRow = Omit<UserRow, 'enabled' | 'createdAt' | 'updatedAt'> & {
  enabled: number;
  createdAt: Date;
  updatedAt: Date;
};

@Injectable()
export class UsersQueries {
  constructor(private readonly database: Database) {}

  /** The people whom the viewer leads; a member has none. */
  subUsers(actor: Actor): Promise<CollectorOption[]> {
    return this.options(all([peopleOf(actor), sql`u.id <> ${actor.userId}`]));
  }

  /** The enabled collectors that the viewer may see. */
  collectors(actor: Actor): Promise<CollectorOption[]> {
    return this.options(all([peopleOf(actor), sql`u.role = 'member'`]));
  }

  async list(actor: Actor, query: UserListQuery): Promise<Page<UserRow>> {
    const conditions = [peopleOf(actor)];
    if (query.username) conditions.push(sql`u.username LIKE ${startingWith(query.username)}`);
    if (query.name) conditions.push(sql`u.name LIKE ${startingWith(query.name)}`);
    if (query.role) conditions.push(sql`u.role = ${query.role}`);
    const where = all(conditions);
    const offset = (query.page - 1) * query.size;
    if (offset >= COUNT_CAP) return { result: [], totalCount: await this.count(where) };
    const [rows, totalCount] = await Promise.all([
      this.database.rows<StoredRow>(sql`
        SELECT u.id, u.username, u.name, u.role, i.name AS institutionName, g.name AS groupName, q.name AS queueName,
          u.enabled, u.created_at AS createdAt, u.updated_at AS updatedAt
        FROM user u JOIN institution i ON i.id = u.institution_id
          LEFT JOIN admin_group g ON g.id = u.group_id LEFT JOIN queue q ON q.id = u.queue_id
        WHERE ${where} ORDER BY u.id LIMIT ${String(query.size)} OFFSET ${String(offset)}`),
      this.count(where),
    ]);
    return { result: rows.map(asRow), totalCount };
  }

  private async count(where: Statement): Promise<number> {
    const row = await this.database.row<{ total: number }>(sql`
      SELECT COUNT(*) AS total FROM (SELECT u.id FROM user u WHERE ${where} LIMIT ${String(COUNT_CAP + 1)}) AS found`);
    return row!.total;
  }

  private options(where: Statement): Promise<CollectorOption[]> {
    return this.database.rows<CollectorOption>(sql`
      SELECT u.id, u.name, u.username, u.group_id AS groupId, u.queue_id AS queueId FROM user u
      WHERE ${where} AND u.enabled = 1 ORDER BY u.name, u.id LIMIT ${String(OPTIONS)}`);
  }
}

function asRow(row: StoredRow): UserRow {
  return {
    ...row,
    enabled: row.enabled === 1,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function startingWith(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}
