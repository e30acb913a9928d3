import { Injectable } from '@nestjs/common';
import type { CallReport } from '../../../contract/contact/calls.js';
import { maskPhone, normalisePhone, Vault } from '../../platform/crypto/vault.js';
import { Ids } from '../../platform/db/ids.js';
import { list, sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { Site } from '../../platform/site/site.js';
import {
  ContactComplianceService,
  type ContactAttempt,
} from '../contact-compliance/decide/contact-compliance.service.js';
import { emitCall } from '../../domain/calls/call.sql.js';

interface Owner {
  agentId: number;
  groupId: number | null;
  institutionId: number;
}
interface Caller {
  caseId: number;
  borrowerId: number;
  contactId: number;
  relation: string;
}

const UNKNOWN = '••••';

/**
 * Somebody calls a collector's extension. The caller is looked for among the contacts of that collector's own open cases:
 * of anybody else he is told nothing. The borrower's own call is allowed and never counts.
 */
@Injectable()
export class IncomingCallsService {
  constructor(
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly compliance: ContactComplianceService,
    private readonly site: Site,
  ) {}

  /** @returns false when no collector has the extension yet. */
  async begin(tx: Tx, report: CallReport): Promise<boolean> {
    const [callId, receiptId] = (await this.ids.takeMany(2)) as [number, number];
    const phone = normalisePhone(report.from ?? '');
    const extension = report.extension ?? '';
    const [owners, callers] = await tx.read<[Owner, Caller]>(
      sql`SELECT u.id AS agentId, u.group_id AS groupId, u.institution_id AS institutionId
          FROM softphone s JOIN user u ON u.id = s.owner_id
          WHERE s.supplier = ${report.supplier} AND s.extension_number = ${extension} AND s.status = 'ENABLED'`,
      sql`SELECT c.id AS caseId, c.borrower_id AS borrowerId, k.id AS contactId, k.relation
          FROM softphone s JOIN collection_case c ON c.owner_id = s.owner_id AND c.is_open = 1
          JOIN contact k ON k.borrower_id = c.borrower_id AND k.phone_hash IN ${list(phone ? this.vault.indexes(phone) : [])}
          WHERE s.supplier = ${report.supplier} AND s.extension_number = ${extension}
          ORDER BY k.relation, c.due_date, c.id LIMIT 1`,
    );
    const [owner, caller] = [owners[0], callers[0]];
    if (!owner) return false;
    const counted = caller?.relation === 'R01';
    if (caller && counted) {
      const { caseId, contactId } = caller;
      const act: ContactAttempt = {
        receiptId,
        caseId,
        contactId,
        channel: 'CALL',
        actorId: null,
        incoming: true,
      };
      this.compliance.judge(tx, act, await tx.read<object[]>(...this.compliance.entries(act, tx.now)));
    }
    tx.write(sql`
      INSERT INTO phone_call (id, direction, state, institution_id, group_id, agent_id, supplier, extension_number,
        supplier_call_id, case_id, borrower_id, contact_id, number_enc, number_hash, number_mask, receipt_id, requested_at,
        ringing_at, simulated, asks)
      VALUES (${callId}, 'IN', 'RINGING', ${owner.institutionId}, ${owner.groupId}, ${owner.agentId},
        ${report.supplier}, ${extension}, ${report.callId}, ${caller?.caseId}, ${caller?.borrowerId},
        ${caller?.contactId}, ${phone ? this.vault.seal(phone) : null},
        ${phone ? this.vault.index(phone) : null}, ${phone ? maskPhone(phone) : UNKNOWN},
        ${counted ? receiptId : null}, ${tx.now}, ${new Date(report.at)}, ${this.site.simulates('telephone')}, 1)`);
    const whose = { callId, agentId: owner.agentId, caseId: caller?.caseId ?? null };
    emitCall(tx, 'call.received', whose);
    return true;
  }
}
