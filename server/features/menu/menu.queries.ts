import { Injectable } from '@nestjs/common';
import type { Role } from '../../../contract/codes.js';
import { MENU_KEYS, ROLE_GRANTS, type MenuKey } from '../../../contract/permissions.js';
import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';

@Injectable()
export class MenuQueries {
  constructor(private readonly database: Database) {}

  /**
   * The menu keys of a person, in menu order: as edited for the role, else the role's defaults.
   *
   * @throws user.notFound for anybody outside the viewer's scope, existing or not.
   */
  async asideMenu(actor: Actor, userId: number): Promise<MenuKey[]> {
    const row = await this.database.row<{ role: Role; keys: string | null }>(sql`
      SELECT u.role, m.menu_keys AS \`keys\` FROM user u LEFT JOIN role_menu m ON m.role = u.role
      WHERE u.id = ${userId} AND ${userId === actor.userId ? sql`1 = 1` : peopleOf(actor)}`);
    if (!row) throw new AppError('user.notFound');
    if (row.keys === null) return [...ROLE_GRANTS[row.role].menu];
    const edited = new Set(row.keys.split(','));
    return MENU_KEYS.filter((key) => edited.has(key));
  }
}
