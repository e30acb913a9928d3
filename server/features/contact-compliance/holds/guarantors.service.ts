import { Injectable } from '@nestjs/common';
import type { ConfirmGuarantor, MarkGuarantor } from '../../../../contract/contact/contact-compliance.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { caseFor } from '../../../platform/auth/scope.js';
import { refuseIfTied } from '../../../platform/auth/ties.js';
import { sql, type Statement } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';
import { lockBorrower } from '../../../domain/contact-compliance/decide/compliance.sql.js';

interface Mark {
  id: number;
  requestedBy: number;
  confirmedAt: Date | null;
}
interface OfCase {
  taskId: number;
  contactId: number;
}

/**
 * Guarantors of a loan may be contacted as the borrower may, so no one person's word is enough: a leader asks for the mark,
 * and another leader, a supervisor or an administrator of the case's scope confirms it. Any one of them takes it away. Each
 * change locks the borrower, so that no act is judged by half of it.
 */
@Injectable()
export class GuarantorsService {
  constructor(private readonly uow: UnitOfWork) {}

  /** Asks for the mark, or takes it or its request away. @throws case.notFound, contact.notFound, guard.guarantorState */
  async mark(actor: Actor, { guarantor, ...of }: MarkGuarantor): Promise<void> {
    await this.onContact(actor, of, (tx, mark) => {
      if (!guarantor) return end(tx, of, mark);
      if (mark) throw new AppError('guard.guarantorState');
      tx.write(sql`
        INSERT INTO guarantor_mark (contact_id, case_id, requested_by, requested_at)
        VALUES (${of.contactId}, ${of.taskId}, ${actor.userId}, ${tx.now})`);
      tx.emit('contact.guarantorRequested', refOf(of));
    });
  }

  /**
   * The second person's word.
   *
   * @throws case.notFound, contact.notFound, guard.guarantorState when nothing waits for it, guard.samePerson, approval.tied
   */
  async confirm(actor: Actor, { confirmed, ...of }: ConfirmGuarantor): Promise<void> {
    await this.onContact(actor, of, async (tx, mark) => {
      if (!mark || mark.confirmedAt !== null) throw new AppError('guard.guarantorState');
      if (!confirmed) return end(tx, of, mark);
      if (mark.requestedBy === actor.userId) throw new AppError('guard.samePerson');
      await refuseIfTied(tx, actor.userId, mark.requestedBy);
      tx.write(sql`
        UPDATE guarantor_mark SET confirmed_by = ${actor.userId}, confirmed_at = ${tx.now} WHERE id = ${mark.id}`);
      tx.write(sql`UPDATE contact SET guarantor = 1 WHERE id = ${of.contactId}`);
      tx.emit('contact.guarantorMarked', { ...refOf(of), guarantor: true });
    });
  }

  private onContact(
    actor: Actor,
    of: OfCase,
    work: (tx: Tx, mark: Mark | undefined) => void | Promise<void>,
  ): Promise<void> {
    return this.uow.transact(actor, async (tx) => {
      const [seen, , contacts, marks] = await tx.read<[{ id: number }, { id: number }, { id: number }, Mark]>(
        caseFor(actor, of.taskId),
        lockBorrower(of.taskId),
        contactOf(of),
        sql`
          SELECT m.id, m.requested_by AS requestedBy, m.confirmed_at AS confirmedAt
          FROM guarantor_mark m WHERE m.live_contact_id = ${of.contactId}`,
      );
      if (!seen[0]) throw new AppError('case.notFound');
      if (!contacts[0]) throw new AppError('contact.notFound');
      await work(tx, marks[0]);
    });
  }
}

function contactOf({ taskId, contactId }: OfCase): Statement {
  return sql`
    SELECT k.id FROM contact k JOIN collection_case c ON c.borrower_id = k.borrower_id
    WHERE k.id = ${contactId} AND c.id = ${taskId}`;
}

/** @throws guard.guarantorState when there is nothing to end */
function end(tx: Tx, of: OfCase, mark: Mark | undefined): void {
  if (!mark) throw new AppError('guard.guarantorState');
  tx.write(sql`
    UPDATE guarantor_mark SET ended_by = ${tx.actor.userId}, ended_at = ${tx.now} WHERE id = ${mark.id}`);
  if (mark.confirmedAt === null) {
    tx.emit('contact.guarantorRefused', refOf(of));
    return;
  }
  tx.write(sql`UPDATE contact SET guarantor = 0 WHERE id = ${of.contactId}`);
  tx.emit('contact.guarantorMarked', { ...refOf(of), guarantor: false });
}

function refOf({ taskId: caseId, contactId }: OfCase) {
  return { caseId, contactId };
}
