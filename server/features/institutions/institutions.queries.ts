import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  TREE_WHOLE,
  type GroupRow,
  type InstitutionInfo,
  type InstitutionListQuery,
  type InstitutionNode,
  type InstitutionRow,
  type InstitutionTreeQuery,
} from '../../../contract/administration/institutions.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Rights } from '../../platform/auth/rights.js';
import { queuesOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { listPage, startingWith } from '../../platform/db/lists/list-page.js';
import { anything, all, condition, list, sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { Institution } from '../../domain/institutions/institution.entity.js';
import { inForce } from './institutions.service.js';

type Named = { id: number; name: string; institutionId: number };
type Node = Omit<InstitutionNode, 'groups' | 'queues' | 'enabled'> & { enabled: number };
type Counts = Pick<InstitutionRow, 'groupCount' | 'userCount' | 'below'>;

@Injectable()
export class InstitutionsQueries {
  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
    private readonly rights: Rights,
  ) {}

  /** The institutions of the viewer's scope with their open groups and their queues; a leader sees the own one, the own group and the queues that it works. */
  async tree(actor: Actor, { parentId }: InstitutionTreeQuery): Promise<InstitutionNode[]> {
    const { path, ids } = await this.rights.branch(actor.institutionId);
    const isLeader = actor.role === 'leader' || actor.role === 'member';
    const scope = isLeader ? sql`i.id = ${actor.institutionId}` : sql`i.path LIKE ${`${path}%`}`;
    const level = parentId ? sql`i.parent_id = ${parentId}` : sql`i.id = ${actor.institutionId}`;
    const whole = !parentId && ids.length <= TREE_WHOLE;
    const shown = whole ? scope : all([scope, level]);
    const inShown = sql`institution_id IN (SELECT i.id FROM institution i WHERE ${shown})`;
    const own = isLeader ? sql`id = ${actor.groupId}` : anything;
    const [nodes, groups, queues] = await Promise.all([
      this.database.rows<Node>(sql`
        SELECT i.id, i.name, i.parent_id AS parentId, i.enabled,
          (SELECT COUNT(*) FROM institution b WHERE b.parent_id = i.id) AS below
        FROM institution i WHERE ${shown} ORDER BY ${whole ? sql`i.path` : sql`i.name, i.id`}`),
      this.named(sql`admin_group WHERE ${inShown} AND enabled = 1 AND ${own}`),
      this.named(sql`queue q WHERE ${inShown} AND ${queuesOf(actor)}`),
    ]);
    return nodes.map(({ enabled, ...node }) => ({
      ...node,
      enabled: enabled === 1,
      groups: groups.get(node.id) ?? [],
      queues: queues.get(node.id) ?? [],
    }));
  }

  async list(actor: Actor, query: InstitutionListQuery): Promise<Page<InstitutionRow>> {
    const { name, code, status, parentId } = query;
    const { result, totalCount } = await listPage(this.institutions(), query, {
      where: [
        await this.branchOf(actor),
        name ? sql`i.name LIKE ${startingWith(name)}` : undefined,
        code ? sql`i.code LIKE ${startingWith(code)}` : undefined,
        status && sql`i.enabled = ${status === 'open'}`,
        parentId ? sql`i.parent_id = ${parentId}` : undefined,
      ],
      sorts: { name: 'i.name', code: 'i.code' },
      defaultSort: ['i.name', 'ASC'],
    });
    const counts = await this.countsOf(result.map(({ id }) => id));
    return { result: result.map((row) => rowOf(row, counts.get(row.id)!)), totalCount };
  }

  /** @throws institution.notFound */
  async info(actor: Actor, id: number): Promise<InstitutionInfo> {
    const scope = all([await this.branchOf(actor), sql`i.id = ${id}`]);
    const institution = await this.institutions()
      .where(...condition(scope))
      .getOne();
    if (!institution) throw new AppError('institution.notFound');
    const groups = await this.database.rows<Omit<GroupRow, 'enabled'> & { enabled: number }>(sql`
      SELECT g.id, g.version, g.name, g.enabled,
        (SELECT COUNT(*) FROM user u WHERE u.group_id = g.id AND u.enabled = 1) AS userCount
      FROM admin_group g WHERE g.institution_id = ${id} ORDER BY g.enabled DESC, g.name, g.id`);
    const counts = await this.countsOf([id]);
    return {
      ...rowOf(institution, counts.get(id)!),
      groups: groups.map((group) => ({ ...group, enabled: group.enabled === 1 })),
    };
  }

  private async branchOf({ institutionId, everywhere }: Actor): Promise<Statement> {
    if (everywhere) return anything;
    const { path } = await this.rights.branch(institutionId);
    return sql`i.path LIKE ${`${path}%`}`;
  }

  private institutions() {
    return this.dataSource.createQueryBuilder(Institution, 'i').leftJoinAndSelect('i.parent', 'p');
  }

  private async named(from: Statement): Promise<Map<number, { id: number; name: string }[]>> {
    const rows = await this.database.rows<Named>(sql`
      SELECT id, name, institution_id AS institutionId FROM ${from} ORDER BY name, id`);
    const byInstitution = new Map<number, { id: number; name: string }[]>();
    for (const { institutionId, ...each } of rows)
      byInstitution.set(institutionId, [...(byInstitution.get(institutionId) ?? []), each]);
    return byInstitution;
  }

  /** Each from an index alone. */
  private async countsOf(ids: readonly number[]): Promise<Map<number, Counts>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.rows<Counts & { id: number }>(sql`
      SELECT i.id,
        (SELECT COUNT(*) FROM admin_group g WHERE g.institution_id = i.id AND g.enabled = 1) AS groupCount,
        (SELECT COUNT(*) FROM user u WHERE u.institution_id = i.id AND u.enabled = 1) AS userCount,
        (SELECT COUNT(*) FROM institution b WHERE b.parent_id = i.id) AS below
      FROM institution i WHERE i.id IN ${list(ids)}`);
    return new Map(rows.map(({ id, ...counts }) => [id, counts]));
  }
}

function rowOf(institution: Institution, counts: Counts): InstitutionRow {
  return { ...inForce(institution), parentName: institution.parent?.name ?? null, ...counts };
}
