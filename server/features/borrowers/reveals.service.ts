import { Injectable } from '@nestjs/common';
import type { RevealedPhone, RevealPhone } from '../../../contract/cases/borrowers.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { pendingCall, refuseIfBlocked } from '../../domain/calls/who-answers.sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { Settings } from '../../platform/settings/settings.js';
import { BehaviourRecords } from '../../platform/behaviour/behaviour-records.js';

const HOUR_MS = 3_600_000;

interface Found {
  own: Buffer;
  contactId: number | null;
  sealed: Buffer | null;
  pendingCallId: number | null;
}

/**
 * Shows one number to one person for a purpose. The audit row and the event are committed before the number is answered, and
 * the person's row is locked while the hour is counted, so that the limit holds for requests at the same time.
 */
@Injectable()
export class RevealsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly settings: Settings,
    private readonly behaviours: BehaviourRecords,
  ) {}

  /** Numbers of the borrower's device are never shown. @throws case.notFound, contact.notFound, phone.revealLimit */
  async reveal(actor: Actor, { taskId, contactId, purpose }: RevealPhone): Promise<RevealedPhone> {
    const id = await this.ids.take();
    const known = contactId === 'borrower' ? null : contactId;
    const max = (await this.settings.of(actor.institutionId)).configured.limits.revealsPerHour;
    const { sealed, left } = await this.uow.transact(actor, async (tx) => {
      const since = new Date(tx.now.getTime() - HOUR_MS);
      const [, counts, found] = await tx.read<[object, { seen: number }, Found]>(
        sql`SELECT id FROM user WHERE id = ${actor.userId} FOR UPDATE`,
        sql`SELECT COUNT(*) AS seen FROM phone_reveal WHERE user_id = ${actor.userId} AND at > ${since}`,
        sql`SELECT ${pendingCall(actor)} AS pendingCallId, b.phone_enc AS own, k.id AS contactId, k.phone_enc AS sealed
            FROM collection_case c JOIN borrower b ON b.id = c.borrower_id
            LEFT JOIN contact k ON k.borrower_id = b.id AND k.id = ${known} AND k.relation NOT IN ('R11', 'R12')
            WHERE c.id = ${taskId} AND ${casesOf(actor)}`,
      );
      const row = found[0];
      if (!row) throw new AppError('case.notFound');
      refuseIfBlocked(row);
      const number = known === null ? row.own : row.sealed;
      if (!number) throw new AppError('contact.notFound');
      const seen = counts[0]!.seen;
      if (seen >= max) throw new AppError('phone.revealLimit', { count: max });
      tx.write(sql`
        INSERT INTO phone_reveal (id, user_id, case_id, contact_id, purpose, at)
        VALUES (${id}, ${actor.userId}, ${taskId}, ${known}, ${purpose}, ${tx.now})`);
      tx.emit('phone.revealed', { caseId: taskId, contactId: known, purpose });
      const behaviour = { type: 'REVEAL_PHONE', caseId: taskId, contactId: known, purpose } as const;
      this.behaviours.recordIn(tx, actor, id, behaviour);
      return { sealed: number, left: max - seen - 1 };
    });
    return { phone: this.vault.open(sealed), left };
  }
}
