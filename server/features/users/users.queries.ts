import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CollectorOption } from '../../../contract/session.js';
import type { Page } from '../../../contract/shared/page.js';
import type { UserInfo, UserListQuery } from '../../../contract/users.js';
import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { listPage, startingWith } from '../../platform/db/list-page.js';
import { all, condition, sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { infoOf } from './user.rules.js';
import { User } from './user.entity.js';

/** How many people a select offers at most. */
const OPTIONS = 2_000;

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
    const { username, name, role, status, institutionId, groupId, queueId } = query;
    const { result, totalCount } = await listPage(this.people(), query, {
      where: [
        peopleOf(actor),
        username ? sql`u.username LIKE ${startingWith(username)}` : undefined,
        name ? sql`u.name LIKE ${startingWith(name)}` : undefined,
        role && sql`u.role = ${role}`,
        status && sql`u.enabled = ${status === 'enabled'}`,
        institutionId ? sql`u.institution_id = ${institutionId}` : undefined,
        groupId ? sql`u.group_id = ${groupId}` : undefined,
        queueId ? sql`u.queue_id = ${queueId}` : undefined,
      ],
      sorts: { name: 'u.name', username: 'u.username', createdAt: 'u.createdAt', updatedAt: 'u.updatedAt' },
      usual: ['u.id', 'ASC'],
    });
    return { result: result.map(infoOf), totalCount };
  }

  /** @throws user.notFound for anybody outside the viewer's scope, existing or not. */
  async info(actor: Actor, id: number): Promise<UserInfo> {
    const user = await this.people()
      .where(...condition(all([peopleOf(actor), sql`u.id = ${id}`])))
      .getOne();
    if (!user) throw new AppError('user.notFound');
    return infoOf(user);
  }

  private people() {
    return this.dataSource
      .createQueryBuilder(User, 'u')
      .innerJoinAndSelect('u.institution', 'i')
      .leftJoinAndSelect('u.group', 'g')
      .leftJoinAndSelect('u.queue', 'q')
      .leftJoinAndSelect('u.creator', 'c')
      .leftJoinAndSelect('u.modifier', 'm');
  }

  private options(where: Statement): Promise<CollectorOption[]> {
    return this.database.rows<CollectorOption>(sql`
      SELECT u.id, u.name, u.username, u.group_id AS groupId, u.queue_id AS queueId FROM user u
      WHERE ${where} AND u.enabled = 1 ORDER BY u.name, u.id LIMIT ${String(OPTIONS)}`);
  }
}
