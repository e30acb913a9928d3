import { Injectable } from '@nestjs/common';
import type { InstitutionNode } from '../../../contract/institutions.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { list, sql } from '../../platform/db/sql.js';

type Named = { id: number; name: string; institutionId: number };

@Injectable()
export class InstitutionsQueries {
  constructor(private readonly database: Database) {}

  /** The institutions of the viewer's scope with their groups and queues; a leader sees the own group only. */
  async tree(actor: Actor): Promise<InstitutionNode[]> {
    const ids = list(actor.institutionIds);
    const own = actor.role === 'leader' ? sql`id = ${actor.groupId}` : sql`1 = 1`;
    const [institutions, groups, queues] = await Promise.all([
      this.database.rows<Omit<InstitutionNode, 'groups' | 'queues'>>(sql`
        SELECT id, name, parent_id AS parentId FROM institution WHERE id IN ${ids} ORDER BY path`),
      this.database.rows<Named>(sql`
        SELECT id, name, institution_id AS institutionId FROM admin_group
        WHERE institution_id IN ${ids} AND ${own} ORDER BY name, id`),
      this.database.rows<Named>(sql`
        SELECT id, name, institution_id AS institutionId FROM queue WHERE institution_id IN ${ids} ORDER BY name, id`),
    ]);
    const of = (named: Named[], { id }: { id: number }) =>
      named
        .filter(({ institutionId }) => institutionId === id)
        .map((each) => ({ id: each.id, name: each.name }));
    return institutions.map((each) => ({ ...each, groups: of(groups, each), queues: of(queues, each) }));
  }
}
