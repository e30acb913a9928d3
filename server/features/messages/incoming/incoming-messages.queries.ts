import { Injectable } from '@nestjs/common';
import type { IncomingQuery, IncomingRow } from '../../../../contract/contact/incoming-messages.js';
import type { Page } from '../../../../contract/shared/page.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { maskPhonesIn, Vault } from '../../../platform/crypto/vault.js';
import { Database } from '../../../platform/db/database.js';
import { sql } from '../../../platform/db/sql.js';
import { pendingCall, refuseIfBlocked } from '../../../domain/calls/who-answers.sql.js';
import { AppError } from '../../../platform/http/app-error.js';

type Found = Omit<IncomingRow, 'text'> & {
  textEnc: Buffer | null;
  total: number;
  loanNo: string;
  pendingCallId: number | null;
};

/** Messages that came for a case. A case outside the viewer's scope answers as if it did not exist. */
@Injectable()
export class IncomingMessagesQueries {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** @throws case.notFound */
  async ofCase(actor: Actor, { taskId, page, size }: IncomingQuery): Promise<Page<IncomingRow>> {
    const found = await this.database.wireRows<Found>(sql`
      SELECT ${pendingCall(actor)} AS pendingCallId, g.id, g.channel, g.meaning, g.text_enc AS textEnc, k.name AS contactName, k.relation AS contactRelation,
        g.phone_mask AS phone, g.at, c.loan_no AS loanNo, COUNT(g.id) OVER () AS total
      FROM collection_case c LEFT JOIN incoming_message g ON g.case_id = c.id LEFT JOIN contact k ON k.id = g.contact_id
      WHERE c.id = ${taskId} AND ${casesOf(actor)} ORDER BY g.at DESC, g.id DESC LIMIT ${(page - 1) * size}, ${size}`);
    if (found.length === 0 && page === 1) throw new AppError('case.notFound');
    for (const row of found) refuseIfBlocked(row);
    const result = found.flatMap(({ textEnc, loanNo, total: _, pendingCallId: __, ...row }) =>
      textEnc ? [{ ...row, text: maskPhonesIn(this.vault.open(textEnc), loanNo) }] : [],
    );
    return { result, totalCount: found[0]?.total ?? 0 };
  }
}
