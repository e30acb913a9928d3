import type { PartyAnswer } from '../../../contract/contact/who-answers.js';
import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import type { Call } from './call.sql.js';

export function writeParty(
  tx: Tx,
  call: Pick<Call, 'id' | 'agentId' | 'caseId'>,
  party: PartyAnswer,
  skipped: string | null = null,
): void {
  tx.write(sql`
    UPDATE phone_call SET party = ${party}, party_at = ${tx.now}, party_skipped = ${skipped}, version = version + 1
    WHERE id = ${call.id}`);
  tx.emit('call.whoAnswered', { callId: call.id, agentId: call.agentId, caseId: call.caseId, party });
}
