import { Injectable } from '@nestjs/common';
import type { GrantsChange } from '../../../contract/administration/grants.js';
import type { Grants } from '../../../contract/permissions.js';
import type { Actor } from '../../platform/auth/actor.js';
import { exceeding, idsOfPath, intersect } from '../../platform/auth/grants.rules.js';
import { grantsFrom, lockRights, Rights, storedGrants, type GrantRow } from '../../platform/auth/rights.js';
import { changesOf, checkVersion, lockOne, saveChanges } from '../../platform/db/changes.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { hasAdministrator } from '../../domain/institutions/administrators.writes.js';
import { InstitutionsService } from '../institutions/institutions.service.js';
import { RoleGrant } from '../../domain/grants/role-grant.entity.js';

type Saved = { version: number };

/** Rights of roles, below one's own institution. Changes come one after the other, by the row of rights_version. */
@Injectable()
export class GrantsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly rights: Rights,
    private readonly institutions: InstitutionsService,
  ) {}

  /**
   * @throws institution.notFound, grants.notBelow, entity.changed, grants.noMenu, grants.aboveParent, grants.beyondOwn,
   * user.lastAdmin when administrators would no longer manage people, request.reused
   */
  async save(actor: Actor, change: GrantsChange): Promise<Saved> {
    const { clientRequestId, ...body } = change;
    const saved = await this.uow.once(actor, ['grants', clientRequestId, body], async (tx) => {
      lockRights(tx);
      const version = await this.write(tx, actor, change);
      return { version };
    });
    await this.rights.renew();
    return saved;
  }

  private async write(tx: Tx, actor: Actor, change: GrantsChange): Promise<number> {
    const { institutionId, role, version } = change;
    const { path } = await this.institutions.lock(tx, actor, { id: institutionId });
    if (institutionId === actor.institutionId) throw new AppError('grants.notBelow');
    const row = await lockOne(
      tx,
      RoleGrant,
      'g',
      sql`g.institution_id = ${institutionId} AND g.role = ${role}`,
    );
    const ids = idsOfPath(path);
    const [rows] = await tx.read<[GrantRow]>(storedGrants(role, ids));
    const held = grantsFrom(role, ids, rows);
    checkVersion({ version: row?.version ?? 0 }, version, { ...held, version: row?.version ?? 0 });
    const offered = grantsFrom(role, ids.slice(0, -1), rows);
    const wished = checkWish(actor, change, held, offered);
    if (role === 'admin' && exceeding(held, wished).permissions.includes('user:manage'))
      if (await hasAdministrator(tx, path)) throw new AppError('user.lastAdmin');
    return this.store(tx, actor, { institutionId, role }, row, held, wished);
  }

  private async store(
    tx: Tx,
    actor: Actor,
    place: Pick<RoleGrant, 'institutionId' | 'role'>,
    row: RoleGrant | null,
    held: Grants,
    wished: Grants,
  ): Promise<number> {
    const values = { ...wished, updatedBy: actor.userId, updatedAt: tx.now };
    const changes = changesOf(held, wished);
    // Nothing of its own is said: what the one above is given later comes here, too.
    if (!row && Object.keys(changes).length === 0) return 0;
    if (!row) await tx.manager.insert(RoleGrant, { ...place, ...values });
    else if (!(await saveChanges(tx, row, values))) return row.version;
    tx.emit('grants.changed', { ...place, changes });
    return row?.version ?? 1;
  }
}

function checkWish(actor: Actor, wish: Grants, held: Grants, offered: Grants): Grants {
  if (wish.menu.length === 0) throw fieldError('grants.noMenu', 'menu');
  const above = exceeding(wish, offered);
  if (above.permissions.length > 0) refuse('grants.aboveParent', 'permissions', above.permissions);
  if (above.menu.length > 0) refuse('grants.aboveParent', 'menu', above.menu);
  const lacking = exceeding(wish, held).permissions.filter(
    (permission) => !actor.permissions.has(permission),
  );
  if (lacking.length > 0) refuse('grants.beyondOwn', 'permissions', lacking);
  return intersect(offered, wish);
}

function refuse(
  key: 'grants.aboveParent' | 'grants.beyondOwn',
  field: string,
  names: readonly string[],
): never {
  throw fieldError(key, field, { names: names.join(', ') });
}
