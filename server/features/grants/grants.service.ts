import { Injectable } from '@nestjs/common';
import type { PendingApproval } from '../../../contract/administration/approvals.js';
import type { GrantsChange, GrantsDelta } from '../../../contract/administration/grants.js';
import type { Role } from '../../../contract/codes.js';
import type { Grants } from '../../../contract/permissions.js';
import type { Actor } from '../../platform/auth/actor.js';
import { coreOf, exceeding, idsOfPath, intersect } from '../../platform/auth/grants.rules.js';
import { grantsFrom, lockRights, Rights, storedGrants, type GrantRow } from '../../platform/auth/rights.js';
import { changesOf, checkVersion, saveChanges } from '../../platform/db/changes.js';
import { Ids } from '../../platform/db/ids.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import type { Approval } from '../../domain/approvals/approval.entity.js';
import { askFor } from '../../domain/approvals/approval.writes.js';
import { hasAdministrator } from '../../domain/institutions/administrators.writes.js';
import { InstitutionsService } from '../institutions/institutions.service.js';
import { RoleGrant } from '../../domain/grants/role-grant.entity.js';

type Saved = { version: number } & PendingApproval;
/** The rights of a role in an institution, locked. */
interface Place {
  institutionId: number;
  role: Role;
  path: string;
  isTopmost: boolean;
  /** Null: nothing of its own. */
  row: RoleGrant | null;
  held: Grants;
  /** The most that it may have. */
  offered: Grants;
}

/**
 * Rights of roles, below one's own institution and in a topmost one. Changes come one after the other, by the row of
 * rights_version; more rights of administrators wait for another administrator.
 */
@Injectable()
export class GrantsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly rights: Rights,
    private readonly institutions: InstitutionsService,
    private readonly ids: Ids,
  ) {}

  /**
   * @throws institution.notFound, grants.notBelow, entity.changed, grants.noMenu, grants.core, grants.aboveParent,
   * grants.beyondOwn, user.lastAdmin when administrators would no longer manage people, approval.stands, request.reused
   */
  async save(actor: Actor, change: GrantsChange): Promise<Saved> {
    const { clientRequestId, ...body } = change;
    const saved = await this.uow.once(actor, ['grants', clientRequestId, body], async (tx) => {
      const place = await this.lock(tx, actor, change);
      const { row, held } = place;
      checkVersion({ version: row?.version ?? 0 }, change.version, { ...held, version: row?.version ?? 0 });
      const wished = await check(tx, actor, place, change);
      const give = exceeding(wished, held);
      if (change.role !== 'admin' || give.permissions.length === 0)
        return { version: await store(tx, place, wished), approvalId: null };
      const delta = { give, take: exceeding(held, wished) };
      return { version: row?.version ?? 0, approvalId: await this.askFor(tx, actor, place, delta) };
    });
    await this.rights.renew();
    return saved;
  }

  /** Part of a second administrator's approval, which calls `Rights.renew` after it. @throws what `save` throws */
  async carryOut(tx: Tx, actor: Actor, { institutionId, requestedBy, document }: Approval): Promise<void> {
    const place = await this.lock(tx, actor, { institutionId, role: 'admin' });
    const wished = await check(tx, actor, place, moved(place.held, document as GrantsDelta));
    await store(tx, place, wished, requestedBy);
  }

  private async askFor(tx: Tx, actor: Actor, place: Place, delta: GrantsDelta): Promise<number> {
    const id = await this.ids.take();
    const wish = { id, kind: 'RIGHTS_MORE' as const, institutionId: place.institutionId, reason: '' };
    await askFor(tx, actor, { ...wish, document: delta });
    return id;
  }

  private async lock(
    tx: Tx,
    actor: Actor,
    { institutionId, role }: Pick<GrantsChange, 'institutionId' | 'role'>,
  ): Promise<Place> {
    lockRights(tx);
    const { path } = await this.institutions.lock(tx, actor, { id: institutionId });
    const isTopmost = idsOfPath(path).length === 1;
    if (institutionId === actor.institutionId && !isTopmost) throw new AppError('grants.notBelow');
    const lock = { mode: 'pessimistic_write' } as const;
    const row = await tx.manager.findOne(RoleGrant, { where: { institutionId, role }, lock });
    const ids = idsOfPath(path);
    const [rows] = await tx.read<[GrantRow]>(storedGrants(role, ids));
    const held = grantsFrom(role, ids, rows);
    const offered = grantsFrom(role, ids.slice(0, -1), rows);
    return { institutionId, role, path, isTopmost, row, held, offered };
  }
}

async function check(tx: Tx, actor: Actor, place: Place, wish: Grants): Promise<Grants> {
  const { role, path, held } = place;
  const wished = checkWish(actor, wish, place);
  if (role === 'admin' && exceeding(held, wished).permissions.includes('user:manage'))
    if (await hasAdministrator(tx, path)) throw new AppError('user.lastAdmin');
  return wished;
}

async function store(tx: Tx, place: Place, wished: Grants, requestedBy?: number): Promise<number> {
  const { institutionId, role, row, held } = place;
  const values = { ...wished, updatedBy: tx.actor.userId, updatedAt: tx.now };
  const changes = changesOf(held, wished);
  // Nothing of its own is said: what the one above is given later comes here, too.
  if (!row && Object.keys(changes).length === 0) return 0;
  if (!row) await tx.manager.insert(RoleGrant, { institutionId, role, ...values });
  else if (!(await saveChanges(tx, row, values))) return row.version;
  tx.emit('grants.changed', { institutionId, role, changes, ...(requestedBy && { requestedBy }) });
  return row?.version ?? 1;
}

/** Puts a delta on the rights in force, which may have changed since it was asked for. */
function moved(held: Grants, { give, take }: GrantsDelta): Grants {
  const left = exceeding(held, take);
  return {
    permissions: [...left.permissions, ...give.permissions],
    menu: [...left.menu, ...give.menu],
  };
}

function checkWish(actor: Actor, wish: Grants, { role, isTopmost, held, offered }: Place): Grants {
  if (wish.menu.length === 0) throw fieldError('grants.noMenu', 'menu');
  refuseAny('grants.aboveParent', exceeding(wish, offered));
  if (isTopmost) refuseAny('grants.core', exceeding(coreOf(role, isTopmost), wish));
  else {
    const given = exceeding(wish, held).permissions;
    refuseAny('grants.beyondOwn', {
      permissions: given.filter((one) => !actor.permissions.has(one)),
      menu: [],
    });
  }
  return intersect(offered, wish);
}

function refuseAny(key: 'grants.aboveParent' | 'grants.beyondOwn' | 'grants.core', names: Grants): void {
  for (const field of ['permissions', 'menu'] as const)
    if (names[field].length > 0) throw fieldError(key, field, { names: names[field].join(', ') });
}
