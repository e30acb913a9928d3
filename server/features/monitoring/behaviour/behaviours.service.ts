import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { RevealPurpose } from '../../../../contract/cases/borrowers.js';
import {
  type AddBehaviour,
  type BehaviourType,
  isBrowserType,
} from '../../../../contract/supervision/behaviour.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { TokenBuckets } from '../../../platform/auth/token-buckets.js';
import { Database } from '../../../platform/db/database.js';
import { Ids } from '../../../platform/db/ids.js';
import { sql, type Statement } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import {
  knownPlace,
  seenAt,
  type Place,
  type Source,
} from '../../../domain/behaviour/behaviour-place.sql.js';
import { cleanDetail } from '../../../domain/behaviour/behaviour.rules.js';

/** Records that one browser may send. A person does not do two things a second for long, so more is dropped silently. */
const CLIENT = { burst: 60, perSecond: 2 };
/** For how long a process remembers where a person's address is. */
const REMEMBERED_MS = 3_600_000;
const REMEMBERED = 20_000;

type Doer = Pick<Actor, 'userId' | 'institutionId' | 'groupId' | 'address'>;

interface Behaviour {
  type: BehaviourType;
  caseId: number | null;
  detail?: string;
  /** The contact whose number it was; null: the borrower's own, or none. */
  contactId?: number | null;
  purpose?: RevealPurpose;
}

interface Written extends Behaviour {
  source: Source;
  claim?: string | null;
}

/**
 * Records acts with person, time and address. The server records its own acts in their transaction, so that no
 * record later.
 */
@Injectable()
export class BehavioursService {
  private readonly reported = new TokenBuckets(CLIENT);
  private readonly places = new LRUCache<string, Place>({ max: REMEMBERED, ttl: REMEMBERED_MS });

  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /**
   * Records what a browser reports. What the server writes itself, and whatever exceeds the limit, is dropped; a loan outside
   * the person's scope is left out.
   */
  async add(actor: Actor, input: AddBehaviour): Promise<void> {
    const { type, detail, ip } = input;
    if (!isBrowserType(type) || !this.reported.take(String(actor.userId))) return;
    const found = await this.caseOf(actor, input);
    const claim = ip ? ip.toLowerCase() : null;
    const id = await this.ids.take();
    await this.uow.transact(actor, async (tx) => {
      const [places, before] = await tx.read<[Place, object]>(...this.placeReads(tx, actor, 'CLIENT'));
      const written = { type, caseId: found?.id ?? null, detail, source: 'CLIENT', claim } as const;
      this.insert(tx, actor, id, written, before[0] && places[0]);
    });
  }

  /**
   * Part of the command that is the act. It costs that command no round trip: the place of the address is in the record
   * when this process knows it, and is looked up by a job else.
   *
   * @param id a new one, or that of the row that the act wrote
   */
  recordIn(tx: Tx, actor: Doer, id: number, behaviour: Behaviour): void {
    this.insert(tx, actor, id, { ...behaviour, source: 'SERVER' }, this.places.get(placeKey(actor)));
  }

  /** Two reads for a transaction that has no haste; their rows go to `recordAt`. */
  placeReads(tx: Tx, { userId, address }: Doer, source: Source): [Statement, Statement] {
    return [knownPlace(address ?? '', tx.now), seenAt(userId, address ?? '', source)];
  }

  /** `recordIn` with what `placeReads` found, which later records of the person remember. */
  recordAt(tx: Tx, actor: Doer, id: number, behaviour: Behaviour, place: Place | undefined): void {
    if (place) this.places.set(placeKey(actor), place);
    this.insert(tx, actor, id, { ...behaviour, source: 'SERVER' }, place);
  }

  /** By the lender's number or the loan item's id, which stand in a case's address; else by the case's own id. */
  private async caseOf(actor: Actor, { loanId, taskId }: AddBehaviour): Promise<{ id: number } | undefined> {
    if (!loanId && !taskId) return undefined;
    const item = loanId && /^\d{1,15}$/.test(loanId) ? Number(loanId) : null;
    const named = loanId ? sql`c.loan_no = ${loanId} OR c.loan_item_id = ${item}` : sql`c.id = ${taskId}`;
    return this.database.row<{ id: number }>(sql`
      SELECT c.id FROM collection_case c
      WHERE (${named}) AND ${casesOf(actor)} ORDER BY c.id DESC LIMIT 1`);
  }

  private insert(tx: Tx, actor: Doer, id: number, behaviour: Written, place: Place | undefined): void {
    const { type, caseId, detail = '', contactId, purpose, source, claim } = behaviour;
    const { userId, institutionId, groupId, address } = actor;
    // Work without a request comes from nowhere: there is nothing to look up.
    const placed = place !== undefined || address === null;
    tx.write(sql`
      INSERT INTO behaviour_record (id, user_id, institution_id, group_id, type, source, case_id, loan_no, contact_id,
        purpose, detail, address, claimed_address, city, network, is_new, at)
      VALUES (${id}, ${userId}, ${institutionId}, ${groupId}, ${type}, ${source}, ${caseId},
        (SELECT c.loan_no FROM collection_case c WHERE c.id = ${caseId}), ${contactId ?? null}, ${purpose ?? null},
        ${cleanDetail(detail)}, ${address ?? ''}, ${claim ?? null}, ${place?.city}, ${place?.network},
        ${placed ? 0 : null}, ${tx.now})`);
    tx.emit('behaviour.recorded', { behaviourId: id, type, userId, placed });
  }
}

function placeKey({ userId, address }: Doer): string {
  return `${userId} ${address}`;
}
