import { Injectable } from '@nestjs/common';
import type { ComplianceDecision, ReceiptRow } from '../../../../contract/contact/contact-compliance.js';
import type { Page } from '../../../../contract/shared/page.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { Database } from '../../../platform/db/database.js';
import { sql } from '../../../platform/db/sql.js';
import { AppError } from '../../../platform/http/app-error.js';

interface Part {
  page: number;
  size: number;
}
type ReceiptRecord = Omit<ReceiptRow, 'reasons' | 'counters' | 'nextAllowedAt'> & { decision: string };

@Injectable()
export class ComplianceHistoryQueries {
  constructor(private readonly database: Database) {}

  /** The acts on the case's borrower, whichever of his cases they were on: they share the slots. @throws case.notFound */
  async receipts(actor: Actor, taskId: number, { page, size }: Part): Promise<Page<ReceiptRow>> {
    const seen = await this.database.row<{ borrowerId: number }>(sql`
      SELECT c.borrower_id AS borrowerId FROM collection_case c WHERE c.id = ${taskId} AND ${casesOf(actor)}`);
    if (!seen) throw new AppError('case.notFound');
    const [records, totals] = await Promise.all([
      this.database.wireRows<ReceiptRecord>(
        sql`
        SELECT r.id AS receiptId, r.case_id AS taskId, r.contact_id AS contactId, k.relation, r.channel, r.kind, r.allowed,
          r.released, r.conversation_at AS conversationAt, r.decision, r.policy_version AS policyVersion,
          (SELECT GROUP_CONCAT(CONCAT(i.name, ' ', SUBSTRING_INDEX(SUBSTRING_INDEX(CONCAT(',', r.policy_above),
              CONCAT(',', i.id, ':'), -1), ',', 1)) ORDER BY LENGTH(i.path) SEPARATOR ' · ')
            FROM institution i WHERE CONCAT(',', r.policy_above) LIKE CONCAT('%,', i.id, ':%')) AS policyAbove,
          r.override_id IS NOT NULL AS overridden, u.name AS actor, r.at
        FROM contact_receipt r LEFT JOIN contact k ON k.id = r.contact_id LEFT JOIN user u ON u.id = r.actor_id
        WHERE r.borrower_id = ${seen.borrowerId}
        ORDER BY r.at DESC, r.id DESC LIMIT ${String(size)} OFFSET ${String((page - 1) * size)}`,
        'allowed',
        'overridden',
      ),
      this.database.rows<{ total: number }>(sql`
        SELECT COUNT(*) AS total FROM contact_receipt WHERE borrower_id = ${seen.borrowerId}`),
    ]);
    return { result: records.map(toReceipt), totalCount: totals[0]!.total };
  }
}

function toReceipt({ decision, ...record }: ReceiptRecord): ReceiptRow {
  const { reasons, counters, nextAllowedAt } = JSON.parse(decision) as Omit<ComplianceDecision, 'decisionId'>;
  return { ...record, reasons, counters, nextAllowedAt };
}
