import { Injectable } from '@nestjs/common';
import { loosens } from '../../../../contract/contact/policy-levels.js';
import {
  LoosePolicy,
  type PolicyChange,
  type PolicyRevert,
  type PolicySaved,
} from '../../../../contract/contact/policy.js';
import type { PolicyTrial, SimulationResult } from '../../../../contract/contact/policy-simulation.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { changesOf, lockNewest } from '../../../platform/db/changes.js';
import { Ids } from '../../../platform/db/ids.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../../platform/http/app-error.js';
import type { Approval } from '../../../domain/approvals/approval.entity.js';
import { askFor } from '../../../domain/approvals/approval.writes.js';
import { policiesOf } from '../../../domain/contact-compliance/decide/compliance.sql.js';
import { ContactPolicy } from '../../../domain/contact-compliance/policy/contact-policy.entity.js';
import { PolicySimulation } from '../../../domain/contact-compliance/policy/policy-simulation.entity.js';
import {
  DEFAULT_POLICY,
  loosest,
  policyOf,
  type PolicyRow,
} from '../../../domain/contact-compliance/policy/policy.rules.js';

type Draft = Omit<LoosePolicy, 'trial'> & { institutionId: number };

/**
 * An institution's policy. Each change adds a version and none is overwritten, because receipts name the version they used. One
 * that allows what the version before refuses waits for a second administrator.
 */
@Injectable()
export class PoliciesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /**
   * @throws institution.notFound, guard.policyChanged when `version` is not the newest, guard.noteNeeded and approval.stands when
   * it loosens
   */
  async change(actor: Actor, { institutionId, policy, ...seen }: PolicyChange): Promise<PolicySaved> {
    const draft = { ...seen, institutionId: ownInstitution(actor, institutionId), policy, reverts: null };
    return this.uow.transact(actor, (tx) => this.save(tx, actor, draft));
  }

  /** Brings an earlier version back, as a new one. @throws as `change`, and guard.versionNotFound */
  async revert(actor: Actor, { institutionId, version, to }: PolicyRevert): Promise<PolicySaved> {
    const of = ownInstitution(actor, institutionId);
    return this.uow.transact(actor, async (tx) => {
      const old = await tx.manager.findOneBy(ContactPolicy, { institutionId: of, version: to });
      if (to !== 0 && !old) throw new AppError('guard.versionNotFound');
      const policy = old?.document ?? DEFAULT_POLICY;
      return this.save(tx, actor, { institutionId: of, version, policy, note: '', reverts: to });
    });
  }

  /** Writes what was asked for, once another administrator approved it. @throws guard.policyChanged */
  async carryOut(
    tx: Tx,
    actor: Actor,
    { id, institutionId, requestedBy, document }: Approval,
  ): Promise<void> {
    const { trial, ...change } = LoosePolicy.parse(document);
    const draft = { ...change, institutionId };
    const newest = await newestOf(tx, draft);
    await write(tx, actor, newest, draft, { createdBy: requestedBy, approvalId: id, simulation: trial });
  }

  private async save(tx: Tx, actor: Actor, draft: Draft): Promise<PolicySaved> {
    const newest = await newestOf(tx, draft);
    const trial = await trialOf(tx, draft);
    const [[row]] = await tx.read<[PolicyRow]>(policiesOf(draft.institutionId));
    const before = loosest(newest?.document, policyOf(row!));
    if (!before || !loosens(before, draft.policy))
      return write(tx, actor, newest, draft, {
        createdBy: actor.userId,
        approvalId: null,
        simulation: trial,
      });
    if (draft.reverts === null && !draft.note) throw fieldError('guard.noteNeeded', 'note');
    const { institutionId, ...document } = { ...draft, trial };
    const wish = { kind: 'POLICY_LOOSE' as const, institutionId, reason: draft.note, document };
    const approvalId = await this.ids.take();
    await askFor(tx, actor, { id: approvalId, ...wish });
    return { version: draft.version, approvalId };
  }
}

const newestOf = (tx: Tx, { institutionId, version }: Draft) =>
  lockNewest(tx, ContactPolicy, { institutionId, version }, 'guard.policyChanged');

/** How this very policy would have decided past contacts, when that was the last that was tried out. */
async function trialOf(tx: Tx, { institutionId, policy }: Draft): Promise<PolicyTrial | null> {
  const last = await tx.manager.findOne(PolicySimulation, {
    where: { institutionId },
    order: { id: 'DESC' },
  });
  if (!last?.result || Object.keys(changesOf(last.document as object, policy)).length > 0) return null;
  const { from, to, decisions, proposed } = JSON.parse(last.result) as SimulationResult;
  return { from, to, decisions, refused: proposed.refused, allowed: proposed.allowed };
}

/** After the version that was seen. */
async function write(
  tx: Tx,
  actor: Actor,
  newest: ContactPolicy | null,
  { institutionId, version: seen, policy: document, note, reverts }: Draft,
  more: Pick<ContactPolicy, 'createdBy' | 'approvalId' | 'simulation'>,
): Promise<PolicySaved> {
  const version = seen + 1;
  const row = { institutionId, version, document, note, reverts, createdAt: tx.now, ...more };
  await tx.manager.insert(ContactPolicy, row);
  const changes = changesOf(newest?.document ?? DEFAULT_POLICY, document);
  const { approvalId } = more;
  const heardBy = [...actor.institutionIds];
  tx.emit('guardPolicy.changed', { institutionId, version, reverts, approvalId, changes, heardBy });
  return { version, approvalId: null };
}

/** @throws institution.notFound outside the actor's institutions */
export function ownInstitution(actor: Actor, wanted: number | undefined): number {
  const institutionId = wanted ?? actor.institutionId;
  if (!actor.institutionIds.includes(institutionId)) throw new AppError('institution.notFound');
  return institutionId;
}
