import { Injectable } from '@nestjs/common';
import type { SaveEmergencyContact, SavedContact } from '../../../contract/cases/borrowers.js';
import { isOpen, type CaseStatus, type Relation } from '../../../contract/codes.js';
import { businessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { reindexContact } from '../../platform/crypto/reindex-contact.js';
import { maskPhone, normalisePhone, Vault } from '../../platform/crypto/vault.js';
import { dbErrorCode } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { pendingCall, refuseIfBlocked } from '../../domain/calls/who-answers.sql.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';

type NewContact = Extract<SaveEmergencyContact, { phone: string }>;
type MarkedContact = Extract<SaveEmergencyContact, { contactId: number }>;

interface FoundCase {
  borrowerId: number;
  status: CaseStatus;
  pendingCallId: number | null;
}

/** Emergency contacts: added by a collector who was told of them, or marked among those that are known. */
@Injectable()
export class ContactsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly vault: Vault,
  ) {}

  /** @throws case.notFound, case.closed, contact.notFound, contact.duplicate, request.invalid for text that is no phone number. */
  async save(actor: Actor, contact: SaveEmergencyContact): Promise<SavedContact> {
    return 'phone' in contact ? this.add(actor, contact) : this.mark(actor, contact);
  }

  private async add(actor: Actor, contact: NewContact): Promise<SavedContact> {
    const phone = normalisePhone(contact.phone);
    if (phone === null) throw fieldError('request.invalid', 'phone');
    const id = await this.ids.take();
    try {
      await this.uow.transact(actor, async (tx) => {
        const [cases] = await tx.read<[FoundCase]>(openCase(actor, contact.taskId));
        const { borrowerId } = workable(cases[0]);
        for (const statement of reindexContact(this.vault, borrowerId, phone)) tx.write(statement);
        tx.write(sql`
          INSERT INTO contact (id, borrower_id, name, phone_enc, phone_hash, phone_mask, relation, emergency, source, given_on)
          VALUES (${id}, ${borrowerId}, ${contact.name}, ${this.vault.seal(phone)}, ${this.vault.index(phone)},
            ${maskPhone(phone)}, ${contact.relation}, 1, 'COLLECTOR', ${businessDay(tx.now)})`);
        emitSaved(tx, contact.taskId, {
          contactId: id,
          relation: contact.relation,
          emergency: true,
          added: true,
        });
      });
    } catch (error) {
      if (dbErrorCode(error) === 'ER_DUP_ENTRY') throw fieldError('contact.duplicate', 'phone');
      throw error;
    }
    return { contactId: id };
  }

  private async mark(actor: Actor, { taskId, contactId, emergency }: MarkedContact): Promise<SavedContact> {
    await this.uow.transact(actor, async (tx) => {
      const [cases, contacts] = await tx.read<[FoundCase, { relation: Relation; emergency: number }]>(
        openCase(actor, taskId),
        sql`SELECT k.relation, k.emergency FROM contact k JOIN collection_case c ON c.borrower_id = k.borrower_id
            WHERE k.id = ${contactId} AND c.id = ${taskId} AND k.relation NOT IN ('R01', 'R11', 'R12')
            FOR UPDATE`,
      );
      workable(cases[0]);
      const found = contacts[0];
      if (!found) throw new AppError('contact.notFound');
      if ((found.emergency === 1) === emergency) return;
      tx.write(sql`UPDATE contact SET emergency = ${emergency} WHERE id = ${contactId}`);
      emitSaved(tx, taskId, { contactId, relation: found.relation, emergency, added: false });
    });
    return { contactId };
  }
}

function openCase(actor: Actor, taskId: number) {
  return sql`
    SELECT c.borrower_id AS borrowerId, c.status, ${pendingCall(actor)} AS pendingCallId FROM collection_case c
    WHERE c.id = ${taskId} AND ${casesOf(actor)} FOR UPDATE`;
}

function workable(found: FoundCase | undefined): FoundCase {
  if (!found) throw new AppError('case.notFound');
  refuseIfBlocked(found);
  if (!isOpen(found.status)) throw new AppError('case.closed');
  return found;
}

function emitSaved(
  tx: Tx,
  caseId: number,
  facts: { contactId: number; relation: Relation; emergency: boolean; added: boolean },
): void {
  tx.emit('contact.saved', { caseId, ...facts });
}
