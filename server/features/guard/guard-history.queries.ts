import { Injectable } from '@nestjs/common';
import {
  GUARD_RULES,
  type DeviceDataRow,
  type GuardDecision,
  type GuardPolicy,
  type PolicyAnswer,
  type PolicyVersion,
  type ReceiptRow,
} from '../../../contract/guard.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { wire, type Stored } from '../../platform/db/rows.js';
import { sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { ownInstitution } from './policy/policies.service.js';
import { DEFAULT_POLICY } from './policy/policy.rules.js';

interface Part {
  page: number;
  size: number;
}
type ReceiptRecord = Stored<
  Omit<ReceiptRow, 'reasons' | 'counters' | 'nextAllowedAt'>,
  'conversationAt' | 'at',
  'allowed' | 'overridden'
> & { decision: string };
type PolicyRecord = Stored<Omit<PolicyVersion, 'policy'>, 'createdAt'> & { document: string };
type DeviceRecord = Stored<DeviceDataRow, 'requestedAt' | 'approvedAt' | 'endedAt'>;

/** What was decided, and by which policy. */
@Injectable()
export class GuardHistoryQueries {
  constructor(private readonly database: Database) {}

  /** The acts on the case's borrower, whichever of his cases they were on: they share the slots. @throws case.notFound */
  async receipts(actor: Actor, taskId: number, { page, size }: Part): Promise<Page<ReceiptRow>> {
    const seen = await this.database.row<{ borrowerId: number }>(sql`
      SELECT c.borrower_id AS borrowerId FROM collection_case c WHERE c.id = ${taskId} AND ${casesOf(actor)}`);
    if (!seen) throw new AppError('case.notFound');
    const [records, totals] = await Promise.all([
      this.database.rows<ReceiptRecord>(sql`
        SELECT r.id AS receiptId, r.case_id AS taskId, r.contact_id AS contactId, k.relation, r.channel, r.kind, r.allowed,
          r.released, r.conversation_at AS conversationAt, r.decision, r.policy_version AS policyVersion,
          r.override_id IS NOT NULL AS overridden, u.name AS actor, r.at
        FROM contact_receipt r LEFT JOIN contact k ON k.id = r.contact_id LEFT JOIN user u ON u.id = r.actor_id
        WHERE r.borrower_id = ${seen.borrowerId}
        ORDER BY r.id DESC LIMIT ${String(size)} OFFSET ${String((page - 1) * size)}`),
      this.database.rows<{ total: number }>(sql`
        SELECT COUNT(*) AS total FROM contact_receipt WHERE borrower_id = ${seen.borrowerId}`),
    ]);
    return { result: records.map(toReceipt), totalCount: totals[0]!.total };
  }

  /** The policy in force. @throws institution.notFound */
  async policy(actor: Actor, wanted: number | undefined): Promise<PolicyAnswer> {
    const institutionId = ownInstitution(actor, wanted);
    const [newest] = await this.versions(institutionId, { page: 1, size: 1 });
    return { ...(newest ?? defaultVersion(institutionId)), rules: GUARD_RULES };
  }

  /** Every version, the newest first, down to the default. @throws institution.notFound */
  async policyHistory(actor: Actor, wanted: number | undefined, part: Part): Promise<Page<PolicyVersion>> {
    const institutionId = ownInstitution(actor, wanted);
    const [versions, totals] = await Promise.all([
      this.versions(institutionId, part),
      this.database.rows<{ total: number }>(
        sql`SELECT COUNT(*) AS total FROM guard_policy WHERE institution_id = ${institutionId}`,
      ),
    ]);
    const stored = totals[0]!.total;
    const isLast = (part.page - 1) * part.size + versions.length === stored && versions.length < part.size;
    const result = isLast ? [...versions, defaultVersion(institutionId)] : versions;
    return { result, totalCount: stored + 1 };
  }

  /** What was asked for and approved of the borrowers' device data, newest first. @throws institution.notFound */
  async deviceData(actor: Actor, wanted: number | undefined): Promise<DeviceDataRow[]> {
    const institutionId = ownInstitution(actor, wanted);
    const rows = await this.database.rows<DeviceRecord>(sql`
      SELECT a.purpose, requester.name AS requestedBy, a.requested_at AS requestedAt, approver.name AS approvedBy,
        a.approved_at AS approvedAt, ender.name AS endedBy, a.ended_at AS endedAt
      FROM device_approval a LEFT JOIN user requester ON requester.id = a.requested_by
      LEFT JOIN user approver ON approver.id = a.approved_by LEFT JOIN user ender ON ender.id = a.ended_by
      WHERE a.institution_id = ${institutionId} ORDER BY a.id DESC LIMIT 100`);
    return rows.map((row) => wire(row));
  }

  private async versions(institutionId: number, { page, size }: Part): Promise<PolicyVersion[]> {
    const rows = await this.database.rows<PolicyRecord>(sql`
      SELECT p.institution_id AS institutionId, p.version, p.document, p.note, p.reverts, u.name AS createdBy,
        p.created_at AS createdAt
      FROM guard_policy p LEFT JOIN user u ON u.id = p.created_by
      WHERE p.institution_id = ${institutionId}
      ORDER BY p.version DESC LIMIT ${String(size)} OFFSET ${String((page - 1) * size)}`);
    return rows.map(({ document, ...row }) => ({
      ...wire(row),
      policy: JSON.parse(document) as GuardPolicy,
    }));
  }
}

function toReceipt({ decision, ...record }: ReceiptRecord): ReceiptRow {
  const { reasons, counters, nextAllowedAt } = JSON.parse(decision) as Omit<GuardDecision, 'decisionId'>;
  return { ...wire(record, 'allowed', 'overridden'), reasons, counters, nextAllowedAt };
}

function defaultVersion(institutionId: number): PolicyVersion {
  return {
    institutionId, version: 0, policy: DEFAULT_POLICY, note: 'MX', reverts: null, createdBy: null, createdAt: null,
  }; // prettier-ignore
}
