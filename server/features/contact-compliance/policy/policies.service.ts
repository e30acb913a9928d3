import { Injectable } from '@nestjs/common';
import type { PolicyChange, PolicyRevert } from '../../../../contract/contact/policy.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { changesOf, lockNewest } from '../../../platform/db/changes.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';
import { ContactPolicy } from '../../../domain/contact-compliance/policy/contact-policy.entity.js';
import { DEFAULT_POLICY } from '../../../domain/contact-compliance/policy/policy.rules.js';

/** An institution's policy. Each change adds a version and none is overwritten, because receipts name the version they used. */
@Injectable()
export class PoliciesService {
  constructor(private readonly uow: UnitOfWork) {}

  /** @throws institution.notFound, guard.policyChanged when `version` is not the newest */
  async change(
    actor: Actor,
    { institutionId, version, policy, note }: PolicyChange,
  ): Promise<{ version: number }> {
    const of = ownInstitution(actor, institutionId);
    return this.uow.transact(actor, async (tx) => {
      const seen = { institutionId: of, version };
      const newest = await lockNewest(tx, ContactPolicy, seen, 'guard.policyChanged');
      return write(tx, actor, newest, { ...seen, document: policy, note, reverts: null });
    });
  }

  /** Brings an earlier version back, as a new one. @throws as `change`, and guard.versionNotFound */
  async revert(actor: Actor, { institutionId, version, to }: PolicyRevert): Promise<{ version: number }> {
    const of = ownInstitution(actor, institutionId);
    return this.uow.transact(actor, async (tx) => {
      const seen = { institutionId: of, version };
      const newest = await lockNewest(tx, ContactPolicy, seen, 'guard.policyChanged');
      const old = await tx.manager.findOneBy(ContactPolicy, { institutionId: of, version: to });
      if (to !== 0 && !old) throw new AppError('guard.versionNotFound');
      const document = old?.document ?? DEFAULT_POLICY;
      return write(tx, actor, newest, { ...seen, document, note: '', reverts: to });
    });
  }
}

/** After the version that was seen. */
async function write(
  tx: Tx,
  actor: Actor,
  newest: ContactPolicy | null,
  {
    version: seen,
    ...row
  }: Pick<ContactPolicy, 'institutionId' | 'version' | 'document' | 'note' | 'reverts'>,
): Promise<{ version: number }> {
  const { institutionId, document, reverts } = row;
  const version = seen + 1;
  await tx.manager.insert(ContactPolicy, { ...row, version, createdBy: actor.userId, createdAt: tx.now });
  const changes = changesOf(newest?.document ?? DEFAULT_POLICY, document);
  tx.emit('guardPolicy.changed', {
    institutionId,
    version,
    reverts,
    changes,
    heardBy: [...actor.institutionIds],
  });
  return { version };
}

/** @throws institution.notFound outside the actor's institutions */
export function ownInstitution(actor: Actor, wanted: number | undefined): number {
  const institutionId = wanted ?? actor.institutionId;
  if (!actor.institutionIds.includes(institutionId)) throw new AppError('institution.notFound');
  return institutionId;
}
