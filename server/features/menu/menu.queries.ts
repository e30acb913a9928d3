import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MENU_KEYS, ROLE_GRANTS, type MenuKey } from '../../../contract/permissions.js';
import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { condition, sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { RoleMenu } from '../roles/role-menu.entity.js';
import { User } from '../users/user.entity.js';

@Injectable()
export class MenuQueries {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The menu keys of a person, in menu order: as edited for the role, else the role's defaults.
   *
   * @throws user.notFound for anybody outside the viewer's scope, existing or not.
   */
  async asideMenu(actor: Actor, userId: number): Promise<MenuKey[]> {
    const who =
      userId === actor.userId ? sql`u.id = ${userId}` : sql`u.id = ${userId} AND ${peopleOf(actor)}`;
    const people = this.dataSource.createQueryBuilder(User, 'u').where(...condition(who));
    const user = await people.getOne();
    if (!user) throw new AppError('user.notFound');
    const menu = await this.dataSource.manager.findOneBy(RoleMenu, { role: user.role });
    if (!menu) return [...ROLE_GRANTS[user.role].menu];
    const edited = new Set(menu.menuKeys);
    return MENU_KEYS.filter((key) => edited.has(key));
  }
}
