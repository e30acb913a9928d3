import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { AddBehaviour, BehaviourType } from '../../../contract/supervision/behaviour.js';
import { SYSTEM, type Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { TokenBuckets } from '../../platform/auth/token-buckets.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import {
  ProviderClient,
  ProviderRefused,
  ProviderUnavailable,
} from '../../platform/providers/provider-client.js';
import { cleanDetail } from './behaviour.rules.js';

/** Records that one browser may send. A person does not do two things a second for long, so more is dropped silently. */
const CLIENT = { burst: 60, perSecond: 2 };
const FRESH_MS = 24 * 3_600_000;
/** A record's job looks its address up at once; after this time the job must be lost and the sweep does it. */
const LOST_AFTER_MS = 2 * 60_000;
/** A record whose address could not be looked up for a day stays without a place. */
const GIVE_UP_MS = 24 * 3_600_000;
const SWEEP_SIZE = 100;

const Place = z.object({ city: z.string().max(80), network: z.string().max(80) });
type Place = z.infer<typeof Place>;

export interface Behaviour {
  type: BehaviourType;
  caseId: number | null;
  detail: string;
  /** The address that the server saw on the connection. */
  address: string;
}

interface Told extends Behaviour {
  source: 'CLIENT' | 'SERVER';
  claim: string | null;
}

/** Who did what, when and from where. Only the place of its address is added to a record later. */
@Injectable()
export class BehavioursService {
  private readonly told = new TokenBuckets(CLIENT);

  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly provider: ProviderClient,
  ) {}

  /** Records what a browser reports. A loan outside the person's scope and whatever exceeds the limit are left out. */
  async add(actor: Actor, told: AddBehaviour, address: string): Promise<void> {
    if (!this.told.take(String(actor.userId))) return;
    const { type, detail, ip } = told;
    const found = await this.caseOf(actor, told);
    const claim = ip ? ip.toLowerCase() : null;
    await this.write(actor, { type, caseId: found?.id ?? null, detail, address }, 'CLIENT', claim);
  }

  /** Records what happened on the server, so that no browser can leave it out. */
  async record(actor: Actor, behaviour: Behaviour): Promise<void> {
    await this.write(actor, behaviour, 'SERVER', null);
  }

  /** Part of another command. @param id a new one */
  recordIn(tx: Tx, actor: Actor, id: number, behaviour: Behaviour): void {
    this.insert(tx, actor, id, { ...behaviour, source: 'SERVER', claim: null });
  }

  /** Notes where the address is; a look-up that fails, or takes longer than a second, leaves the record without it. */
  async lookUp(behaviourId: number): Promise<void> {
    const record = await this.database.row<{ userId: number; address: string }>(sql`
      SELECT b.user_id AS userId, b.address FROM behaviour_record b WHERE b.id = ${behaviourId}`);
    if (!record) return;
    const { userId, address } = record;
    const place = await this.placeOf(address);
    const before = await this.database.row(sql`
      SELECT 1 FROM behaviour_record b
      WHERE b.user_id = ${userId} AND b.address = ${address} AND b.id < ${behaviourId} LIMIT 1`);
    await this.uow.transact(SYSTEM, async (tx) => {
      tx.write(sql`
        UPDATE behaviour_record SET city = ${place?.city}, network = ${place?.network}, is_new = ${before ? 0 : 1}
        WHERE id = ${behaviourId}`);
      if (place || !before) tx.emit('behaviour.placed', { behaviourId, userId, isNew: !before });
    });
  }

  /** Looks up addresses whose job was lost or failed. @returns how many */
  async sweep(): Promise<number> {
    const lost = await this.database.rows<{ id: number; address: string }>(
      unlookedUp(this.clock.now().getTime()),
    );
    const byAddress = new Map<string, number[]>();
    for (const { id, address } of lost) byAddress.set(address, [...(byAddress.get(address) ?? []), id]);
    // Different addresses in parallel, records of one address in turn: the first look-up serves the others.
    await Promise.all([...byAddress.values()].map((ids) => this.lookUpAll(ids)));
    return lost.length;
  }

  private async lookUpAll(ids: readonly number[]): Promise<void> {
    for (const id of ids) await this.lookUp(id);
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

  private async placeOf(address: string): Promise<Place | null> {
    if (isIP(address) === 0) return null;
    const since = new Date(this.clock.now().getTime() - FRESH_MS);
    const known = await this.database.row<Place>(sql`
      SELECT p.city, p.network FROM address_place p WHERE p.address = ${address} AND p.looked_up_at > ${since}`);
    if (known) return known;
    try {
      const path = `/ip/${encodeURIComponent(address)}`;
      const place = await this.provider.call({ provider: 'ip', path, answer: Place });
      await this.remember(address, place);
      return place;
    } catch (error) {
      if (error instanceof ProviderRefused || error instanceof ProviderUnavailable) return null;
      throw error;
    }
  }

  private remember(address: string, { city, network }: Place): Promise<void> {
    return this.uow.transact(SYSTEM, async (tx) =>
      tx.write(sql`
        INSERT INTO address_place (address, city, network, looked_up_at)
        VALUES (${address}, ${city}, ${network}, ${tx.now})
        ON DUPLICATE KEY UPDATE city = VALUES(city), network = VALUES(network), looked_up_at = VALUES(looked_up_at)`),
    );
  }

  private async write(
    actor: Actor,
    { type, caseId, detail, address }: Behaviour,
    source: 'CLIENT' | 'SERVER',
    claim: string | null,
  ): Promise<void> {
    const id = await this.ids.take();
    const since = new Date(this.clock.now().getTime() - FRESH_MS);
    await this.uow.transact(actor, async (tx) => {
      // Most people are where they were: then nothing has to be looked up, and whoever watches sees the place at once.
      const [places, before] = await tx.read<[Place, object]>(
        sql`SELECT p.city, p.network FROM address_place p WHERE p.address = ${address} AND p.looked_up_at > ${since}`,
        seenAt(actor.userId, address),
      );
      const place = before[0] && places[0];
      this.insert(tx, actor, id, { type, caseId, detail, address, source, claim }, place);
      // Not a change that a move could miss: the case keeps its version.
      if (type === 'VIEW_CASE' && caseId !== null)
        tx.write(sql`UPDATE collection_case SET last_opened_at = ${tx.now} WHERE id = ${caseId}`);
    });
  }

  private insert(tx: Tx, actor: Actor, id: number, behaviour: Told, place?: Place): void {
    const { type, caseId, detail, address, source, claim } = behaviour;
    tx.write(sql`
      INSERT INTO behaviour_record (id, user_id, institution_id, group_id, type, source, case_id, loan_no, detail,
        address, claimed_address, city, network, is_new, at)
      VALUES (${id}, ${actor.userId}, ${actor.institutionId}, ${actor.groupId}, ${type}, ${source}, ${caseId},
        (SELECT c.loan_no FROM collection_case c WHERE c.id = ${caseId}), ${cleanDetail(detail)}, ${address},
        ${claim}, ${place?.city}, ${place?.network}, ${place ? 0 : null}, ${tx.now})`);
    const placed = place !== undefined;
    tx.emit('behaviour.recorded', { behaviourId: id, type, userId: actor.userId, placed });
  }
}

function seenAt(userId: number, address: string): Statement {
  return sql`
    SELECT 1 FROM behaviour_record b WHERE b.user_id = ${userId} AND b.address = ${address} AND b.is_new IS NOT NULL LIMIT 1`;
}

/** Newest first: fresh records are the ones that somebody looks at. */
export function unlookedUp(now: number): Statement {
  return sql`
    SELECT b.id, b.address FROM behaviour_record b
    WHERE b.is_new IS NULL AND b.at > ${new Date(now - GIVE_UP_MS)} AND b.at <= ${new Date(now - LOST_AFTER_MS)}
    ORDER BY b.at DESC LIMIT ${SWEEP_SIZE}`;
}
