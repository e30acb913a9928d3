import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { DataSource } from 'typeorm';
import type {
  GrantEffect,
  GrantsDelta,
  GrantsInfo,
  GrantsPreview,
  GrantsQuery,
  GrantsWish,
  SeenAs,
  WaitingGrants,
} from '../../../contract/administration/grants.js';
import type { Role } from '../../../contract/codes.js';
import type { Grants } from '../../../contract/permissions.js';
import type { Actor } from '../../platform/auth/actor.js';
import { endpointsOf, type Endpoint } from '../../platform/auth/endpoints.js';
import { coreOf, grantsAt, intersect } from '../../platform/auth/grants.rules.js';
import { parsed, Rights } from '../../platform/auth/rights.js';
import { Database } from '../../platform/db/database.js';
import { list, sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { waitingChange } from '../../domain/approvals/approval.writes.js';
import { effectsOf, type Places, type Spot } from '../../domain/grants/effects.rules.js';

/** Names that a preview tells of each change. */
const NAMED = 5;

interface Own {
  institutionName: string;
  parentId: number | null;
  version: number | null;
  updatedBy: string | null;
  updatedAt: string | null;
}

@Injectable()
export class GrantsQueries {
  private endpoints: Endpoint[] | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
    private readonly rights: Rights,
    private readonly modules: ModuleRef,
  ) {}

  /** @throws institution.notFound outside the viewer's scope, existing or not */
  async info(actor: Actor, { institutionId, role }: GrantsQuery): Promise<GrantsInfo> {
    const own = await this.own(actor, institutionId, role);
    const { parentId, version, ...fields } = own;
    const held = await this.rights.grantsOf(institutionId, role);
    const offered = await this.offered(parentId, role);
    const isTopmost = parentId === null;
    const isHis = institutionId !== actor.institutionId || isTopmost;
    return {
      ...{ ...held, ...fields, institutionId, role, version: version ?? 0, offered },
      core: coreOf(role, isTopmost),
      editable: isHis && actor.permissions.has('grants:manage'),
      waiting: role === 'admin' ? await this.waiting(actor, institutionId) : null,
    };
  }

  private offered(parentId: number | null, role: Role): Promise<Grants> {
    return parentId === null ? Promise.resolve(grantsAt(role, [])) : this.rights.grantsOf(parentId, role);
  }

  private async waiting(actor: Actor, institutionId: number): Promise<WaitingGrants | null> {
    const which = { institutionId, kind: 'RIGHTS_MORE' as const };
    const found = await waitingChange<GrantsDelta>(this.dataSource.manager, actor, which);
    return found && { ...found.waiting, ...found.document };
  }

  /** People who would lose or gain rights, there and in the institutions below. @throws institution.notFound */
  async preview(actor: Actor, { institutionId, role, ...wish }: GrantsWish): Promise<GrantsPreview> {
    const { parentId } = await this.own(actor, institutionId, role);
    const [held, { path }] = await Promise.all([
      this.rights.grantsOf(institutionId, role),
      this.rights.branch(institutionId),
    ]);
    const offered = await this.offered(parentId, role);
    const effects = effectsOf(held, intersect(offered, wish), await this.spots(path, role));
    const people = new PeopleByPlaces(this.database, role);
    const [lost, gained] = [await people.of(effects.lost), await people.of(effects.gained)];
    return { lost, gained, institutions: effects.institutions };
  }

  /** Everything that a person of the role would see and may call there. @throws institution.notFound */
  async seeAs(actor: Actor, { institutionId, role }: GrantsQuery): Promise<SeenAs> {
    await this.own(actor, institutionId, role);
    const { permissions, menu } = await this.rights.grantsOf(institutionId, role);
    this.endpoints ??= endpointsOf(this.modules);
    const open = this.endpoints.filter(
      ({ demand }) =>
        demand?.kind === 'session' ||
        (demand?.kind === 'permission' && permissions.includes(demand.permission)),
    );
    const calls = open.flatMap(({ method, paths }) => paths.map((path) => ({ method, path })));
    return { permissions, menu, calls: calls.sort((one, other) => one.path.localeCompare(other.path)) };
  }

  private async own(actor: Actor, institutionId: number, role: Role): Promise<Own> {
    const [row] = await this.database.wireRows<Own & { path: string }>(sql`
      SELECT i.name AS institutionName, i.parent_id AS parentId, i.path, g.version, u.name AS updatedBy,
        g.updated_at AS updatedAt
      FROM institution i LEFT JOIN role_grant g ON g.institution_id = i.id AND g.role = ${role}
        LEFT JOIN user u ON u.id = g.updated_by
      WHERE i.id = ${institutionId}`);
    const { path } = await this.rights.branch(actor.institutionId);
    if (!row?.path.startsWith(path)) throw new AppError('institution.notFound');
    const { path: _, ...own } = row;
    return own;
  }

  private async spots(path: string, role: Role): Promise<Spot[]> {
    const rows = await this.database.rows<
      Omit<Spot, 'own'> & { permissions: string | null; menu: string | null }
    >(
      sql`
      SELECT i.id, i.parent_id AS parentId, g.permissions, g.menu
      FROM institution i LEFT JOIN role_grant g ON g.institution_id = i.id AND g.role = ${role}
      WHERE i.path LIKE ${`${path}%`} ORDER BY CHAR_LENGTH(i.path), i.id`,
    );
    return rows.map(({ id, parentId, permissions, menu }) => {
      const has = permissions !== null && menu !== null;
      return { id, parentId, own: has ? parsed({ permissions, menu }) : undefined };
    });
  }
}

/** Counts and first names of a role's enabled people, asked for once for each set of institutions. */
class PeopleByPlaces {
  private readonly cache = new Map<string, Omit<GrantEffect, 'key'>>();

  constructor(
    private readonly database: Database,
    private readonly role: Role,
  ) {}

  async of(places: Places): Promise<GrantEffect[]> {
    const effects: GrantEffect[] = [];
    for (const [key, ids] of places) effects.push({ key, ...(await this.in(ids)) });
    return effects;
  }

  private async in(ids: readonly number[]): Promise<Omit<GrantEffect, 'key'>> {
    const key = ids.join();
    const known = this.cache.get(key);
    if (known) return known;
    const there = sql`u.institution_id IN ${list(ids)} AND u.role = ${this.role} AND u.enabled = 1`;
    const [count, named] = await Promise.all([
      this.database.row<{ people: number }>(sql`SELECT COUNT(*) AS people FROM user u WHERE ${there}`),
      this.database.rows<{ name: string }>(sql`
        SELECT u.name FROM user u WHERE ${there} ORDER BY u.name, u.id LIMIT ${String(NAMED)}`),
    ]);
    const found = { people: Number(count!.people), named: named.map(({ name }) => name) };
    this.cache.set(key, found);
    return found;
  }
}
