import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import {
  COMPLIANCE_RULES,
  type ContactPolicy as Document,
} from '../../../../contract/contact/contact-compliance.js';
import type {
  LoosePolicy,
  PolicyAnswer,
  PolicyVersion,
  WaitingPolicy,
} from '../../../../contract/contact/policy.js';
import type {
  SimulationResult,
  PolicySimulationRow,
} from '../../../../contract/contact/policy-simulation.js';
import type { Page } from '../../../../contract/shared/page.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Database } from '../../../platform/db/database.js';
import { wire } from '../../../platform/db/rows.js';
import { waitingChange } from '../../../domain/approvals/approval.writes.js';
import { ContactPolicy } from '../../../domain/contact-compliance/policy/contact-policy.entity.js';
import { PolicySimulation } from '../../../domain/contact-compliance/policy/policy-simulation.entity.js';
import { policiesOf } from '../../../domain/contact-compliance/decide/compliance.sql.js';
import { ownInstitution } from './policies.service.js';
import { Institution } from '../../../domain/institutions/institution.entity.js';
import { boundBy } from '../../../domain/configuration/bound.rules.js';
import {
  DEFAULT_POLICY,
  loosest,
  policyOf,
  type PolicyRow,
} from '../../../domain/contact-compliance/policy/policy.rules.js';

/** By which policy the guard decides, and by which ones it did. */
@Injectable()
export class PoliciesQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
  ) {}

  /** The policy in force. @throws institution.notFound */
  async policy(actor: Actor, wanted: number | undefined): Promise<PolicyAnswer> {
    const institutionId = ownInstitution(actor, wanted);
    const [newest, row, waiting] = await Promise.all([
      this.versions(institutionId).limit(1).getOne(),
      this.database.row<PolicyRow>(policiesOf(institutionId)),
      this.waiting(actor, institutionId),
    ]);
    const inForce = policyOf(row ?? { institutionId, levels: null });
    // Without a version of its own an institution goes by those above, and a first one begins there.
    const own = newest ? toVersion(newest) : { ...defaultVersion(institutionId), policy: inForce.policy };
    const bound = boundBy(own.policy, inForce.policy, inForce.above, (level) => level.policy);
    const names = await this.names([institutionId, ...inForce.above.map((level) => level.institutionId)]);
    return {
      ...{ ...own, rules: COMPLIANCE_RULES, inForce: inForce.policy, waiting },
      loosest: loosest(newest?.document, inForce),
      institutionName: names.get(institutionId) ?? '',
      bound: bound.map(({ field, level: { institutionId: id, version } }) => ({
        field,
        institution: names.get(id) ?? '',
        version,
      })),
    };
  }

  /** Every version, the newest first, down to the default. @throws institution.notFound */
  async policyHistory(
    actor: Actor,
    wanted: number | undefined,
    { page, size }: { page: number; size: number },
  ): Promise<Page<PolicyVersion>> {
    const institutionId = ownInstitution(actor, wanted);
    const first = (page - 1) * size;
    const [stored, total] = await this.versions(institutionId).offset(first).limit(size).getManyAndCount();
    const result = stored.map(toVersion);
    if (first + stored.length === total && stored.length < size) result.push(defaultVersion(institutionId));
    return { result, totalCount: total + 1 };
  }

  /** The newest replay of a proposed policy; null when there was none. @throws institution.notFound */
  async simulation(actor: Actor, wanted: number | undefined): Promise<PolicySimulationRow | null> {
    const row = await this.dataSource
      .getRepository(PolicySimulation)
      .findOne({ where: { institutionId: ownInstitution(actor, wanted) }, order: { id: 'DESC' } });
    if (!row) return null;
    const { id: labId, institutionId, done, total, askedAt, finishedAt } = row;
    return {
      ...{ labId, institutionId, done, total, status: row.status as PolicySimulationRow['status'] },
      ...wire({ askedAt, finishedAt }),
      policy: row.document as Document,
      result: row.result === null ? null : (JSON.parse(row.result) as SimulationResult),
    };
  }

  private async waiting(actor: Actor, institutionId: number): Promise<WaitingPolicy | null> {
    const which = { institutionId, kind: 'POLICY_LOOSE' as const };
    const found = await waitingChange<LoosePolicy>(this.dataSource.manager, actor, which);
    return found && { ...found.document, ...found.waiting };
  }

  private async names(ids: readonly number[]): Promise<Map<number, string>> {
    const found = await this.dataSource
      .getRepository(Institution)
      .find({ select: { id: true, name: true }, where: { id: In([...ids]) } });
    return new Map(found.map(({ id, name }) => [id, name]));
  }

  private versions(institutionId: number) {
    return this.dataSource
      .createQueryBuilder(ContactPolicy, 'p')
      .leftJoin('p.author', 'u')
      .leftJoin('p.approval', 'a')
      .leftJoin('a.decider', 'd')
      .addSelect(['u.id', 'u.name', 'a.id', 'd.id', 'd.name'])
      .where('p.institutionId = :institutionId', { institutionId })
      .orderBy('p.version', 'DESC');
  }
}

function toVersion({
  institutionId,
  version,
  document,
  note,
  reverts,
  author,
  createdAt,
  approval,
  simulation: trial,
}: ContactPolicy): PolicyVersion {
  const by = { createdBy: author?.name ?? null, approvedBy: approval?.decider?.name ?? null };
  return { institutionId, version, policy: document, note, reverts, trial, ...by, ...wire({ createdAt }) };
}

function defaultVersion(institutionId: number): PolicyVersion {
  return {
    ...{ institutionId, version: 0, policy: DEFAULT_POLICY, note: 'MX', reverts: null },
    ...{ createdBy: null, createdAt: null, approvedBy: null, trial: null },
  };
}
