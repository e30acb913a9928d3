import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { GUARD_RULES } from '../../../../contract/guard.js';
import {
  type DeviceDataRow,
  type PolicyAnswer,
  type PolicyVersion,
} from '../../../../contract/guard-policy.js';
import type { Page } from '../../../../contract/shared/page.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { wire } from '../../../platform/db/rows.js';
import { DeviceApproval } from './device-approval.entity.js';
import { GuardPolicy } from './guard-policy.entity.js';
import { ownInstitution } from './policies.service.js';
import { DEFAULT_POLICY } from './policy.rules.js';

const APPROVALS = 100;

/** By which policy the guard decides, and by which ones it did. */
@Injectable()
export class PoliciesQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** The policy in force. @throws institution.notFound */
  async policy(actor: Actor, wanted: number | undefined): Promise<PolicyAnswer> {
    const institutionId = ownInstitution(actor, wanted);
    const newest = await this.versions(institutionId).limit(1).getOne();
    return { ...(newest ? toVersion(newest) : defaultVersion(institutionId)), rules: GUARD_RULES };
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

  /** What was asked for and approved of the borrowers' device data, newest first. @throws institution.notFound */
  async deviceData(actor: Actor, wanted: number | undefined): Promise<DeviceDataRow[]> {
    const rows = await this.dataSource.manager.find(DeviceApproval, {
      where: { institutionId: ownInstitution(actor, wanted) },
      relations: { requester: true, approver: true, ender: true },
      order: { id: 'DESC' },
      take: APPROVALS,
    });
    return rows.map(({ purpose, requestedAt, approvedAt, endedAt, requester, approver, ender }) => ({
      purpose,
      ...wire({ requestedAt, approvedAt, endedAt }),
      requestedBy: requester?.name ?? null,
      approvedBy: approver?.name ?? null,
      endedBy: ender?.name ?? null,
    }));
  }

  private versions(institutionId: number) {
    return this.dataSource
      .createQueryBuilder(GuardPolicy, 'p')
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
}: GuardPolicy): PolicyVersion {
  const createdBy = author?.name ?? null;
  return { institutionId, version, policy: document, note, reverts, createdBy, ...wire({ createdAt }) };
}

function defaultVersion(institutionId: number): PolicyVersion {
  return {
    institutionId, version: 0, policy: DEFAULT_POLICY, note: 'MX', reverts: null, createdBy: null, createdAt: null,
  }; // prettier-ignore
}
