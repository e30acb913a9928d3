import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FIRST_CHECKS } from '../../../contract/liveness.js';
import type { CollectorOption } from '../../../contract/session.js';
import type { Page } from '../../../contract/shared/page.js';
import type { UserInfo, UserListQuery } from '../../../contract/administration/users.js';
import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { listPage, startingWith, type Listed } from '../../platform/db/lists/list-page.js';
import { all, condition, list, sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { waitingChanges } from '../../domain/approvals/approval.writes.js';
import { infoOf, type Besides } from '../../domain/users/user.rules.js';
import { User } from '../../domain/users/user.entity.js';

/** How many people a select offers at most. */
const OPTIONS = 2_000;

const FLAGS: Record<NonNullable<UserListQuery['flag']>, Statement> = {
  ranked: sql`u.ranked = 1`,
  longAging: sql`u.long_aging = 1`,
  ptpRole: sql`u.ptp_role = 1`,
  autoDial: sql`u.auto_dial = 1`,
  autoReborrow: sql`u.auto_reborrow = 1`,
};

@Injectable()
export class UsersQueries {
  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
  ) {}

  /** The people whom the viewer leads; a member has none. */
  subUsers(actor: Actor): Promise<CollectorOption[]> {
    return this.options(all([peopleOf(actor), sql`u.id <> ${actor.userId}`]));
  }

  /** The enabled collectors that the viewer may see. */
  collectors(actor: Actor): Promise<CollectorOption[]> {
    return this.options(all([peopleOf(actor), sql`u.role = 'member'`]));
  }

  async list(actor: Actor, query: UserListQuery): Promise<Page<UserInfo>> {
    const people = peopleIn(this.dataSource);
    const { result, totalCount } = await listPage(people, query, peopleListed(actor, query));
    const besides = await this.besides(
      actor,
      result.map(({ id }) => id),
    );
    return { result: result.map((user) => infoOf(user, besides.get(user.id)!)), totalCount };
  }

  /** @throws user.notFound for anybody outside the viewer's scope, existing or not. */
  async info(actor: Actor, id: number): Promise<UserInfo> {
    const user = await peopleIn(this.dataSource)
      .where(...condition(all([peopleOf(actor), sql`u.id = ${id}`])))
      .getOne();
    if (!user) throw new AppError('user.notFound');
    return infoOf(user, (await this.besides(actor, [id])).get(id)!);
  }

  private async besides(actor: Actor, ids: readonly number[]): Promise<Map<number, Besides>> {
    if (ids.length === 0) return new Map();
    const waiting = await waitingChanges(this.dataSource.manager, actor, 'ADMIN_ENABLE', ids);
    const rows = await this.database.rows<Omit<Besides, 'waiting'> & { id: number }>(sql`
      SELECT u.id, CONCAT(s.supplier, ' ', s.extension_number) AS phone, u.id_card_hash IS NOT NULL AS idCardBound,
        COALESCE(b.live, ${FIRST_CHECKS}) AS liveChecks, COALESCE(b.face, ${FIRST_CHECKS}) AS faceChecks
      FROM user u LEFT JOIN softphone s ON s.owner_id = u.id LEFT JOIN check_balance b ON b.user_id = u.id
      WHERE u.id IN ${list(ids)}`);
    return new Map(rows.map((row) => [row.id, { ...row, waiting: waiting.get(row.id)?.waiting ?? null }]));
  }

  private options(where: Statement): Promise<CollectorOption[]> {
    return this.database.rows<CollectorOption>(sql`
      SELECT u.id, u.name, u.username, u.group_id AS groupId, u.queue_id AS queueId FROM user u
      WHERE ${where} AND u.enabled = 1 ORDER BY u.name, u.id LIMIT ${String(OPTIONS)}`);
  }
}

export function peopleIn(dataSource: DataSource) {
  return dataSource
    .createQueryBuilder(User, 'u')
    .leftJoinAndSelect('u.institution', 'i')
    .leftJoinAndSelect('u.group', 'g')
    .leftJoinAndSelect('u.queue', 'q')
    .leftJoinAndSelect('u.creator', 'c')
    .leftJoinAndSelect('u.modifier', 'm');
}

/** A search by the beginning of a name or a surname is read in the order of names, so that thousands of hits are not sorted for twenty of them. */
export function peopleListed(actor: Actor, query: UserListQuery): Listed {
  const { username, name, role, status, institutionId, groupId, queueId, channel, flag } = query;
  return {
    where: [
      peopleOf(actor),
      username ? sql`u.username LIKE ${startingWith(username)}` : undefined,
      name ? sql`(u.name LIKE ${startingWith(name)} OR u.name LIKE ${`% ${startingWith(name)}`})` : undefined,
      role && sql`u.role = ${role}`,
      status && sql`u.enabled = ${status === 'enabled'}`,
      institutionId ? sql`u.institution_id = ${institutionId}` : undefined,
      groupId ? sql`u.group_id = ${groupId}` : undefined,
      queueId ? sql`u.queue_id = ${queueId}` : undefined,
      channel && sql`FIND_IN_SET(${channel}, u.channels) > 0`,
      flag && FLAGS[flag],
    ],
    sorts: { name: 'u.name', username: 'u.username', createdAt: 'u.createdAt', updatedAt: 'u.updatedAt' },
    defaultSort: name ? ['u.name', 'ASC'] : username ? ['u.username', 'ASC'] : ['u.id', 'DESC'],
  };
}
