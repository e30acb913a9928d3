import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { RevealPurpose } from '../../../contract/cases/borrowers.js';
import type { BehaviourType } from '../../../contract/supervision/behaviour.js';
import type { Actor } from '../auth/actor.js';
import { sql, type Statement } from '../db/sql.js';
import type { Tx } from '../db/unit-of-work.js';
import { knownLocation, seenAt, type AddressLocation, type Source } from './address-location.sql.js';
import { cleanDetail } from './behaviour.rules.js';

/** For how long a process remembers where a person's address is. */
const REMEMBERED_MS = 3_600_000;
const REMEMBERED = 20_000;

type Doer = Pick<Actor, 'userId' | 'institutionId' | 'groupId' | 'address'>;

interface Behaviour {
  type: BehaviourType;
  caseId: number | null;
  detail?: string;
  /** The contact whose number it is; null: the borrower's own, or nobody's. */
  contactId?: number | null;
  purpose?: RevealPurpose;
}

interface Written extends Behaviour {
  source: Source;
  claim?: string | null;
}

/**
 * Records who did what, when and from where. The server records what it does itself, in the transaction of the act, so that no
 * caller can leave it out. Only the place of its address is added to a record later.
 */
@Injectable()
export class BehaviourRecords {
  private readonly locations = new LRUCache<string, AddressLocation>({ max: REMEMBERED, ttl: REMEMBERED_MS });

  /**
   * Part of the command that is the act. It costs that command no round trip: the place of the address is in the record
   * when this process knows it, and is looked up by a job else.
   *
   * @param id a new one, or that of the row that the act wrote
   */
  recordIn(tx: Tx, actor: Doer, id: number, behaviour: Behaviour): void {
    insert(tx, actor, id, { ...behaviour, source: 'SERVER' }, this.locations.get(locationKey(actor)));
  }

  /** Two reads for a transaction that has no haste; their rows go to `recordAt`. */
  locationReads(tx: Tx, { userId, address }: Doer, source: Source): [Statement, Statement] {
    return [knownLocation(address ?? '', tx.now), seenAt(userId, address ?? '', source)];
  }

  /** `recordIn` with what `placeReads` found, which later records of the person remember. */
  recordAt(
    tx: Tx,
    actor: Doer,
    id: number,
    behaviour: Behaviour,
    location: AddressLocation | undefined,
  ): void {
    if (location) this.locations.set(locationKey(actor), location);
    insert(tx, actor, id, { ...behaviour, source: 'SERVER' }, location);
  }

  /** Acts that a browser reports. @param claim the address that it gives as its own */
  recordReport(
    tx: Tx,
    actor: Doer,
    id: number,
    report: Behaviour & { claim: string | null },
    location: AddressLocation | undefined,
  ): void {
    insert(tx, actor, id, { ...report, source: 'CLIENT' }, location);
  }
}

function insert(
  tx: Tx,
  actor: Doer,
  id: number,
  behaviour: Written,
  location: AddressLocation | undefined,
): void {
  const { type, caseId, detail = '', contactId, purpose, source, claim } = behaviour;
  const { userId, institutionId, groupId, address } = actor;
  // Work without a request comes from nowhere: there is nothing to look up.
  const placed = location !== undefined || address === null;
  tx.write(sql`
    INSERT INTO behaviour_record (id, user_id, institution_id, group_id, type, source, case_id, loan_no, contact_id,
      purpose, detail, address, claimed_address, city, network, is_new, at)
    VALUES (${id}, ${userId}, ${institutionId}, ${groupId}, ${type}, ${source}, ${caseId},
      (SELECT c.loan_no FROM collection_case c WHERE c.id = ${caseId}), ${contactId ?? null}, ${purpose ?? null},
      ${cleanDetail(detail)}, ${address ?? ''}, ${claim ?? null}, ${location?.city}, ${location?.network},
      ${placed ? 0 : null}, ${tx.now})`);
  tx.emit('behaviour.recorded', { behaviourId: id, type, userId, placed });
}

function locationKey({ userId, address }: Doer): string {
  return `${userId} ${address}`;
}
