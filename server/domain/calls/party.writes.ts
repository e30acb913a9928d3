import type { Standing } from '../../../contract/cases/numbers.js';
import type { PartyAnswer } from '../../../contract/contact/who-answers.js';
import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import type { Call } from './call.sql.js';

/** A later answer outweighs an earlier one; the others say nothing about whose the number is. */
const STANDING_AFTER: Partial<Record<PartyAnswer, Standing>> = {
  BORROWER: 'CONFIRMED',
  WRONG_NUMBER: 'DOUBTED',
};

export function writeParty(
  tx: Tx,
  call: Pick<Call, 'id' | 'agentId' | 'caseId' | 'contactId'>,
  party: PartyAnswer,
  skipped: string | null = null,
): void {
  tx.write(sql`
    UPDATE phone_call SET party = ${party}, party_at = ${tx.now}, party_skipped = ${skipped}, version = version + 1
    WHERE id = ${call.id}`);
  const standing = STANDING_AFTER[party];
  if (standing && call.contactId !== null)
    tx.write({
      text: 'UPDATE contact SET standing = ?, standing_at = ? WHERE id = ?',
      params: [standing, tx.now, call.contactId],
    });
  tx.emit('call.whoAnswered', { callId: call.id, agentId: call.agentId, caseId: call.caseId, party });
}
