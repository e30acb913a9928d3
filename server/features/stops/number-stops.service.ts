import { Injectable } from '@nestjs/common';
import { MoreThanOrEqual } from 'typeorm';
import { FREE_MARKS } from '../../../contract/contact/stops.js';
import { businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Ids } from '../../platform/db/ids.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { Contact } from '../../domain/borrowers/contact.entity.js';
import { ContactStop } from '../../domain/stops/contact-stop.entity.js';
import { StoppedNumber } from '../../domain/stops/stopped-number.entity.js';
import { holdersOf, type Holder } from '../../domain/stops/numbers.sql.js';
import { keepHandedOver } from '../../domain/stops/stop.writes.js';
import { watchersOf } from '../../domain/stops/stop.sql.js';

interface Mark {
  contactId: number;
  /** The borrower's, and the one of the person who says so. */
  institutionId: number;
  byInstitutionId: number;
  recordId: number | null;
  /** Sealed. */
  reason: Buffer | null;
}
interface Named {
  id: number;
  contactId: number;
  institutionId: number;
}

/**
 * Stops of a number that is not its borrower's: for every loan, channel and institution, and every later import. Parts of
 * commands that have shut the gate: nobody is contacted by the number after their commit, what waits to be sent to it is
 * cancelled, and what rings is hung up.
 */
@Injectable()
export class NumberStopsService {
  constructor(
    private readonly ids: Ids,
    private readonly vault: Vault,
  ) {}

  /** Whether this contact has one already. */
  stands(tx: Tx, contactId: number): Promise<boolean> {
    return tx.manager.existsBy(ContactStop, { kind: 'NUMBER', subjectId: contactId, live: true });
  }

  /** Whether a leader has to say so, too: the person has marked many numbers today. */
  async isOneTooMany(tx: Tx): Promise<boolean> {
    const today = MoreThanOrEqual(startOfBusinessDay(businessDay(tx.now)));
    const marks = { kind: 'NUMBER', stoppedBy: tx.actor.userId!, stoppedAt: today, live: true } as const;
    return (await tx.manager.countBy(ContactStop, marks)) > FREE_MARKS;
  }

  /** @returns the stop's id. @throws contact.notFound */
  async place(tx: Tx, { contactId, reason, ...mark }: Mark): Promise<number> {
    const contact = await tx.manager.findOneBy(Contact, { id: contactId });
    if (!contact) throw new AppError('contact.notFound');
    const id = await this.ids.take();
    const { phoneEnc } = contact;
    const by = { stoppedBy: tx.actor.userId, stoppedAt: tx.now };
    await tx.manager.insert(ContactStop, {
      ...{ id, kind: 'NUMBER', subjectId: contactId, reasonEnc: reason, phoneEnc, ...mark, ...by },
    });
    const hashes = this.vault.indexes(this.vault.open(phoneEnc));
    await tx.manager.insert(
      StoppedNumber,
      hashes.map((phoneHash) => ({ phoneHash, stopId: id })),
    );
    keepHandedOver(tx, id);
    const { institutionId, recordId } = mark;
    const [holders, heardBy] = await concerned(tx, hashes, institutionId);
    tx.emit('stop.numberPlaced', { stopId: id, institutionId, contactId, recordId, heardBy });
    tx.emitMany(
      'contact.numberStopped',
      holders.map((holder) => ({ ...holder, stopId: id })),
    );
    return id;
  }

  /** The record that had placed it is taken back. A stop that was lifted meanwhile stays as it is. */
  async takeBack(tx: Tx, id: number): Promise<void> {
    const stop = await tx.manager.findOneBy(ContactStop, { id, live: true });
    if (!stop) return;
    await tx.manager.update(ContactStop, id, { liftedBy: tx.actor.userId, liftedAt: tx.now });
    await this.release(tx, { id, contactId: stop.subjectId, institutionId: stop.institutionId }, true);
  }

  /** A leader does not believe the record that placed it. A stop that was lifted meanwhile stays as it is. */
  async refuse(tx: Tx, recordId: number, liftReasonEnc: Buffer): Promise<void> {
    const stop = await tx.manager.findOneBy(ContactStop, { recordId, live: true });
    if (!stop) return;
    const { id, subjectId: contactId, institutionId } = stop;
    await tx.manager.update(ContactStop, id, { liftedBy: tx.actor.userId, liftedAt: tx.now, liftReasonEnc });
    await this.free(tx, { id, contactId, institutionId });
  }

  /** The number is judged like any other again, and the contact by which it was marked is not blocked by the mark any more. */
  async lift(tx: Tx, stop: Named): Promise<void> {
    // Somebody has said that it is not the borrower's: only the borrower's own voice confirms it again.
    await tx.manager.update(Contact, stop.contactId, { standing: 'DOUBTED', standingAt: tx.now });
    await this.free(tx, stop);
  }

  private async free(tx: Tx, stop: Named): Promise<void> {
    await tx.manager.update(Contact, { id: stop.contactId, blocked: 'WRONG' }, { blocked: null });
    await this.release(tx, stop, false);
  }

  /** The first person's reason is the evidence that the second one judges. */
  async requestLift(tx: Tx, { id, contactId, institutionId }: Named, evidenceEnc: Buffer): Promise<void> {
    const by = { liftRequestedBy: tx.actor.userId, liftRequestedAt: tx.now };
    await tx.manager.update(ContactStop, id, { ...by, evidenceEnc });
    const [, heardBy] = await concerned(tx, [], institutionId);
    tx.emit('stop.liftRequested', { stopId: id, institutionId, contactId, heardBy });
  }

  private async release(tx: Tx, { id, contactId, institutionId }: Named, undone: boolean): Promise<void> {
    const numbers = await tx.manager.findBy(StoppedNumber, { stopId: id });
    await tx.manager.update(StoppedNumber, { stopId: id }, { liftedAt: tx.now });
    const hashes = numbers.map(({ phoneHash }) => phoneHash);
    const [holders, heardBy] = await concerned(tx, hashes, institutionId);
    tx.emit('stop.numberLifted', { stopId: id, institutionId, contactId, undone, heardBy });
    tx.emitMany(
      'contact.numberReleased',
      holders.map((holder) => ({ ...holder, stopId: id })),
    );
  }
}

/** The borrowers who have the number, and the institutions that hear of its stop. */
async function concerned(
  tx: Tx,
  hashes: readonly Buffer[],
  institutionId: number,
): Promise<[Holder[], number[]]> {
  const [watchers, holders = []] = await tx.read<[{ id: number }, Holder]>(
    watchersOf(institutionId),
    ...(hashes.length > 0 ? [holdersOf(hashes)] : []),
  );
  return [holders, watchers.map(({ id }) => id)];
}
