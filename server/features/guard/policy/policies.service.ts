import { Injectable } from '@nestjs/common';
import type { GuardPolicy, PolicyChange, PolicyRevert } from '../../../../contract/guard.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { sql } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';
import { DEFAULT_POLICY } from './policy.rules.js';

interface NewVersion {
  institutionId: number;
  policy: GuardPolicy;
  note: string;
  reverts: number | null;
}

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
      const versions = await lockVersions(tx, of);
      return this.write(tx, actor, versions, version, { institutionId: of, policy, note, reverts: null });
    });
  }

  /** Brings an earlier version back, as a new one. @throws as `change`, and guard.versionNotFound */
  async revert(actor: Actor, { institutionId, version, to }: PolicyRevert): Promise<{ version: number }> {
    const of = ownInstitution(actor, institutionId);
    return this.uow.transact(actor, async (tx) => {
      const versions = await lockVersions(tx, of);
      const document = versions.find((one) => one.version === to)?.document;
      if (to !== 0 && document === undefined) throw new AppError('guard.versionNotFound');
      const policy = document === undefined ? DEFAULT_POLICY : (JSON.parse(document) as GuardPolicy);
      return this.write(tx, actor, versions, version, { institutionId: of, policy, note: '', reverts: to });
    });
  }

  private write(
    tx: Tx,
    actor: Actor,
    versions: readonly Stored[],
    seen: number,
    { institutionId, policy, note, reverts }: NewVersion,
  ): { version: number } {
    const newest = versions[0]?.version ?? 0;
    if (newest !== seen) throw new AppError('guard.policyChanged');
    const version = newest + 1;
    tx.write(sql`
      INSERT INTO guard_policy (institution_id, version, document, note, reverts, created_by, created_at)
      VALUES (${institutionId}, ${version}, ${JSON.stringify(policy)}, ${note}, ${reverts}, ${actor.userId}, ${tx.now})`);
    tx.emit({
      name: 'guardPolicy.changed',
      subject: ['institution', institutionId],
      payload: { institutionId, version, reverts },
    });
    return { version };
  }
}

interface Stored {
  version: number;
  document: string;
}

/** Locks the institution's row, so that two changes follow each other even when there is no version yet. */
async function lockVersions(tx: Tx, institutionId: number): Promise<Stored[]> {
  const [, versions] = await tx.read<[{ id: number }, Stored]>(
    sql`SELECT id FROM institution WHERE id = ${institutionId} FOR UPDATE`,
    sql`SELECT version, document FROM guard_policy WHERE institution_id = ${institutionId} ORDER BY version DESC`,
  );
  return versions;
}

/** @throws institution.notFound outside the actor's institutions */
export function ownInstitution(actor: Actor, wanted: number | undefined): number {
  const institutionId = wanted ?? actor.institutionId;
  if (!actor.institutionIds.includes(institutionId)) throw new AppError('institution.notFound');
  return institutionId;
}
