import { Injectable } from '@nestjs/common';
import type { Role } from '../../../contract/codes.js';
import type { MenuKey } from '../../../contract/permissions.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Rights } from '../../platform/auth/rights.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';

@Injectable()
export class MenuQueries {
  constructor(
    private readonly database: Database,
    private readonly rights: Rights,
  ) {}

  /**
   * The menu keys of a person, in menu order: those of the role in the person's institution.
   *
   * @throws user.notFound for anybody outside the viewer's scope, existing or not.
   */
  async asideMenu(actor: Actor, userId: number): Promise<readonly MenuKey[]> {
    const who =
      userId === actor.userId ? sql`u.id = ${userId}` : sql`u.id = ${userId} AND ${peopleOf(actor)}`;
    const user = await this.database.row<{ role: Role; institutionId: number }>(sql`
      SELECT u.role, u.institution_id AS institutionId FROM user u WHERE ${who}`);
    if (!user) throw new AppError('user.notFound');
    return (await this.rights.grantsOf(user.institutionId, user.role)).menu;
  }
}
