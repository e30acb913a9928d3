import { Injectable } from '@nestjs/common';
import type { BoardGroup, BoardQuery } from '../../../contract/team/boards.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { Database } from '../../platform/db/database.js';
import { all, sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';

/** The teams that a person may see on a board. */
@Injectable()
export class BoardTeamsQueries {
  constructor(private readonly database: Database) {}

  /** The own one first. */
  groups(actor: Actor): Promise<BoardGroup[]> {
    return this.database.rows(teams(actor, groupsOf(actor)));
  }

  /** The team that is asked for, else the first. @throws request.notFound when it does not exist for this person. */
  async group(
    actor: Actor,
    { groupId, institutionId }: Pick<BoardQuery, 'groupId' | 'institutionId'>,
  ): Promise<BoardGroup> {
    const wanted = all([
      groupsOf(actor),
      ...(groupId === undefined ? [] : [sql`g.id = ${groupId}`]),
      ...(institutionId === undefined ? [] : [sql`g.institution_id = ${institutionId}`]),
    ]);
    const group = await this.database.row<BoardGroup>(sql`${teams(actor, wanted)} LIMIT 1`);
    if (!group) throw new AppError('request.notFound');
    return group;
  }
}

function teams(actor: Actor, where: Statement): Statement {
  return sql`
    SELECT g.id, g.name, g.institution_id AS institutionId, n.name AS institutionName
    FROM admin_group g JOIN institution n ON n.id = g.institution_id
    WHERE ${where} ORDER BY g.id = ${actor.groupId ?? 0} DESC, g.name`;
}

function groupsOf(actor: Actor): Statement {
  const institution = institutionsIn(actor, sql`g.institution_id`);
  return actor.role === 'leader' || actor.role === 'member'
    ? all([institution, sql`g.id = ${actor.groupId ?? 0}`])
    : institution;
}
