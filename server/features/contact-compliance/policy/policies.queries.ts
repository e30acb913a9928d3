import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  COMPLIANCE_RULES,
  type ContactPolicy as Document,
} from '../../../../contract/contact/contact-compliance.js';
import type { PolicyAnswer, PolicyVersion } from '../../../../contract/contact/policy.js';
import type {
  SimulationResult,
  PolicySimulationRow,
} from '../../../../contract/contact/policy-simulation.js';
import type { Page } from '../../../../contract/shared/page.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Database } from '../../../platform/db/database.js';
import { wire, type Stored } from '../../../platform/db/rows.js';
import { sql } from '../../../platform/db/sql.js';
import { ContactPolicy } from '../../../domain/contact-compliance/policy/contact-policy.entity.js';
import { ownInstitution } from './policies.service.js';
import { DEFAULT_POLICY } from '../../../domain/contact-compliance/policy/policy.rules.js';

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
    const newest = await this.versions(institutionId).limit(1).getOne();
    return { ...(newest ? toVersion(newest) : defaultVersion(institutionId)), rules: COMPLIANCE_RULES };
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
    const row = await this.database.row<
      Stored<Omit<PolicySimulationRow, 'policy' | 'result'>, 'askedAt' | 'finishedAt'> & {
        document: string;
        result: string | null;
      }
    >(sql`
      SELECT id AS labId, institution_id AS institutionId, status, document, done, total, asked_at AS askedAt,
        finished_at AS finishedAt, result
      FROM policy_lab WHERE institution_id = ${ownInstitution(actor, wanted)} ORDER BY id DESC LIMIT 1`);
    if (!row) return null;
    const { document, result, ...simulation } = row;
    const policy = JSON.parse(document) as Document;
    return {
      ...wire(simulation),
      policy,
      result: result === null ? null : (JSON.parse(result) as SimulationResult),
    };
  }

  private versions(institutionId: number) {
    return this.dataSource
      .createQueryBuilder(ContactPolicy, 'p')
      .leftJoin('p.author', 'u')
      .addSelect(['u.id', 'u.name'])
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
}: ContactPolicy): PolicyVersion {
  const createdBy = author?.name ?? null;
  return { institutionId, version, policy: document, note, reverts, createdBy, ...wire({ createdAt }) };
}

function defaultVersion(institutionId: number): PolicyVersion {
  return {
    institutionId, version: 0, policy: DEFAULT_POLICY, note: 'MX', reverts: null, createdBy: null, createdAt: null,
  }; // prettier-ignore
}
