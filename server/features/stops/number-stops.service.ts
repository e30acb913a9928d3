import { Injectable } from '@nestjs/common';
import { Vault } from '../../platform/crypto/vault.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import {
  hashesOf,
  holdersOf,
  numberOf,
  standingOf,
  type Holder,
  type NumberRow,
  type StoppedHash,
} from '../../domain/stops/numbers.sql.js';
import { releaseNumber, stopNumber } from '../../domain/stops/stop.writes.js';
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
interface LiveStop {
  id: number;
  contactId: number;
  institutionId: number;
}

/** Stops of a number that is not its borrower's: for every loan, channel and institution, and every later import. Parts of commands that have shut the gate. */
@Injectable()
export class NumberStopsService {
  constructor(
    private readonly ids: Ids,
    private readonly vault: Vault,
  ) {}

  /** @returns the stop's id; null when this contact has one already. @throws contact.notFound */
  async place(tx: Tx, { contactId, ...mark }: Mark): Promise<number | null> {
    const [[number], [standing], watchers] = await tx.read<[NumberRow, { id: number }, { id: number }]>(
      numberOf(contactId),
      standingOf(contactId),
      watchersOf(mark.institutionId),
    );
    if (!number) throw new AppError('contact.notFound');
    if (standing) return null;
    const stopId = await this.ids.take();
    const phoneHashes = this.vault.indexes(this.vault.open(number.phoneEnc));
    const [holders] = await tx.read<[Holder]>(holdersOf(phoneHashes));
    const { phoneEnc } = number;
    const heardBy = watchers.map(({ id }) => id);
    stopNumber(tx, { ...mark, stopId, contactId, phoneEnc, phoneHashes, heardBy }, holders);
    return stopId;
  }

  /** The record that had placed it is taken back. A stop that was lifted meanwhile stays as it is. */
  async takeBack(tx: Tx, stopId: number): Promise<void> {
    const [[stop]] = await tx.read<[LiveStop]>(sql`
      SELECT s.id, s.subject_id AS contactId, s.institution_id AS institutionId FROM contact_stop s
      WHERE s.id = ${stopId} AND s.live = 1 FOR UPDATE`);
    if (!stop) return;
    tx.write(sql`
      UPDATE contact_stop SET lifted_by = ${tx.actor.userId}, lifted_at = ${tx.now}, version = version + 1
      WHERE id = ${stopId}`);
    await this.release(tx, stop, true);
  }

  /** The number is judged like any other again, and the contact by which it was marked is not blocked by the mark any more. */
  async lift(tx: Tx, stop: LiveStop): Promise<void> {
    tx.write(sql`UPDATE contact SET blocked = NULL WHERE id = ${stop.contactId} AND blocked = 'WRONG'`);
    await this.release(tx, stop, false);
  }

  private async release(tx: Tx, { id, contactId, institutionId }: LiveStop, undone: boolean): Promise<void> {
    const [hashes, watchers] = await tx.read<[StoppedHash, { id: number }]>(
      hashesOf(id),
      watchersOf(institutionId),
    );
    const [holders] = await tx.read<[Holder]>(holdersOf(hashes.map(({ phoneHash }) => phoneHash)));
    const heardBy = watchers.map((watcher) => watcher.id);
    releaseNumber(tx, { stopId: id, contactId, institutionId, undone, heardBy }, holders);
  }
}
