import { Injectable } from '@nestjs/common';
import type {
  ContactChannel,
  HoldKind,
  LiftHold,
  OptOut,
  OverrideRules,
  PlaceHold,
} from '../../../../contract/contact/contact-compliance.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { caseFor } from '../../../platform/auth/scope.js';
import { Vault } from '../../../platform/crypto/vault.js';
import { Ids } from '../../../platform/db/ids.js';
import { sql } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../../platform/http/app-error.js';
import { factsOf } from '../../../domain/contact-compliance/decide/facts.rules.js';
import type { ComplianceFacts, Hold } from '../../../domain/contact-compliance/decide/compliance.rules.js';
import {
  factStatements,
  type FactElements,
} from '../../../domain/contact-compliance/decide/compliance.sql.js';
import { callableFrom } from '../../../domain/contact-compliance/decide/receipts.writes.js';
import { SHUT_GATE } from '../../../domain/stops/forbidden.sql.js';
import { setAside } from '../../../domain/contact-compliance/holds/overrides.writes.js';

/** A borrower, locked, with what the guard knows of him. */
interface Held {
  borrowerId: number;
  facts: ComplianceFacts;
}

/**
 * Facts that people state for the contact policy: opt-outs, holds, and a leader's overrides for a day. Each change locks the
 * borrower, so that no act is judged by half of it, and updates from when on the borrower's cases may be called.
 */
@Injectable()
export class ContactRulesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly vault: Vault,
  ) {}

  /** No later result takes it back. Again changes nothing. @throws case.notFound, contact.notFound */
  async optOut(actor: Actor, { taskId, contactId, channel, note }: OptOut): Promise<void> {
    const wish = { contactId: contactId ?? null, channel: channel ?? null };
    await this.onBorrower(actor, taskId, wish.contactId, (tx, held) =>
      this.writeOptOut(tx, held, { ...wish, taskId, note }),
    );
  }

  /** The same by the person's own message: part of a command that has shut the gate. */
  async optOutBySender(tx: Tx, wish: SenderWish): Promise<void> {
    const rows = await tx.read<FactElements>(
      ...factStatements({ caseId: wish.taskId, contactId: wish.contactId ?? 0 }, tx.now, true),
    );
    const facts = factsOf(rows);
    if (facts) this.writeOptOut(tx, { borrowerId: rows[0][0]!.id, facts }, wish);
  }

  private writeOptOut(tx: Tx, { borrowerId, facts }: Held, { taskId, note, ...wish }: SenderWish): void {
    if (facts.holds.some((hold) => hold.kind === 'OPT_OUT' && sameWish(hold, wish))) return;
    this.insertHold(tx, { ...wish, borrowerId, caseId: taskId, kind: 'OPT_OUT', until: null, note });
    if (wish.contactId !== null && wish.channel === null)
      // A wrong number stays one when the opt-out, which the hold says by itself, is lifted.
      tx.write(sql`
        UPDATE contact SET blocked = 'OPT_OUT'
        WHERE id = ${wish.contactId} AND (blocked IS NULL OR blocked <> 'WRONG')`);
    const hold: Hold = { kind: 'OPT_OUT', ...wish, until: null };
    saveFreedom(tx, borrowerId, { ...facts, holds: [...facts.holds, hold] });
    tx.emit('contact.optedOut', { caseId: taskId, borrowerId, ...wish });
  }

  /** @throws case.notFound, contact.notFound, request.invalid for an end that is over */
  async hold(actor: Actor, { taskId, kind, contactId, until, note }: PlaceHold): Promise<void> {
    const end = until ? new Date(until) : null;
    const of = contactId ?? null;
    await this.onBorrower(actor, taskId, of, (tx, { borrowerId, facts }) => {
      if (end !== null && end <= tx.now) throw fieldError('request.invalid', 'until');
      this.insertHold(tx, {
        borrowerId, contactId: of, channel: null, caseId: taskId, kind, until: end, note,
      }); // prettier-ignore
      const hold: Hold = { kind, contactId: of, channel: null, until: end };
      saveFreedom(tx, borrowerId, { ...facts, holds: [...facts.holds, hold] });
      tx.emit('contact.held', { caseId: taskId, borrowerId, contactId: of, kind });
    });
  }

  /** @throws case.notFound, guard.holdNotFound, privacy.blocked, guard.optOutStays for who does not manage the guard */
  async lift(actor: Actor, { taskId, holdId }: LiftHold): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      const [seen, found, ...rows] = await tx.read<
        [{ id: number }, FoundHold & { blockedAt: Date | null }, ...FactElements]
      >(
        caseFor(actor, taskId),
        sql`
          SELECT h.kind, h.borrower_id AS borrowerId, (SELECT b.blocked_at FROM borrower b WHERE b.id = h.borrower_id) AS blockedAt, h.contact_id AS contactId, h.channel, h.until_at AS until
          FROM contact_hold h
          WHERE h.id = ${holdId} AND h.lifted_at IS NULL
            AND h.borrower_id = (SELECT c.borrower_id FROM collection_case c WHERE c.id = ${taskId}) FOR UPDATE`,
        ...factStatements({ caseId: taskId, contactId: 0 }, tx.now, true),
      );
      const facts = factsOf(rows);
      if (!seen[0] || !facts) throw new AppError('case.notFound');
      const hold = found[0];
      if (!hold) throw new AppError('guard.holdNotFound');
      if (hold.blockedAt) throw new AppError('privacy.blocked');
      const isOptOut = hold.kind === 'OPT_OUT';
      if (isOptOut && !actor.permissions.has('guard:manage')) throw new AppError('guard.optOutStays');
      tx.write(sql`
        UPDATE contact_hold SET lifted_by = ${actor.userId}, lifted_at = ${tx.now} WHERE id = ${holdId}`);
      if (isOptOut && hold.contactId !== null && hold.channel === null)
        tx.write(sql`UPDATE contact SET blocked = NULL WHERE id = ${hold.contactId} AND blocked = 'OPT_OUT'`);
      saveFreedom(tx, hold.borrowerId, { ...facts, holds: withoutOne(facts.holds, hold) });
      tx.emit('contact.holdLifted', { caseId: taskId, borrowerId: hold.borrowerId, holdId, kind: hold.kind });
    });
  }

  /** For a day, and never a law or a hold: those are no rules of this call. @throws case.notFound */
  async override(actor: Actor, { taskId, rules, reason }: OverrideRules): Promise<{ until: string }> {
    const ids = await this.ids.takeMany(rules.length);
    const sealed = this.vault.seal(reason);
    return this.onBorrower(actor, taskId, null, (tx, { borrowerId, facts }) => {
      const until = setAside(tx, { ids, borrowerId, caseId: taskId, rules, reason: sealed, request: null });
      saveFreedom(tx, borrowerId, { ...facts, waived: new Set([...facts.waived, ...rules]) });
      return { until };
    });
  }

  /** Locks and reads; `work` only writes. The gate is shut: what is claimed after the commit has seen it. */
  private onBorrower<Result>(
    actor: Actor,
    taskId: number,
    contactId: number | null,
    work: (tx: Tx, held: Held) => Result,
  ): Promise<Result> {
    return this.uow.transact(actor, async (tx) => {
      const [, seen, ...rows] = await tx.read<[object, { id: number }, ...FactElements]>(
        SHUT_GATE,
        caseFor(actor, taskId),
        ...factStatements({ caseId: taskId, contactId: contactId ?? 0 }, tx.now, true),
      );
      const facts = factsOf(rows);
      if (!seen[0] || !facts) throw new AppError('case.notFound');
      if (contactId !== null && !facts.contact) throw new AppError('contact.notFound');
      return work(tx, { borrowerId: rows[0][0]!.id, facts });
    });
  }

  private insertHold(tx: Tx, hold: NewHold): void {
    const note = hold.note ? this.vault.seal(hold.note) : null;
    tx.write(sql`
      INSERT INTO contact_hold (borrower_id, contact_id, channel, kind, case_id, note_enc, placed_by, placed_at, until_at)
      VALUES (${hold.borrowerId}, ${hold.contactId}, ${hold.channel}, ${hold.kind}, ${hold.caseId}, ${note},
        ${tx.actor.userId}, ${tx.now}, ${hold.until})`);
  }
}

interface FoundHold {
  kind: HoldKind | 'OPT_OUT';
  borrowerId: number;
  contactId: number | null;
  channel: ContactChannel | null;
  until: Date | null;
}
/** A wish not to be contacted: by one channel, at one contact; NULL: all. */
interface SenderWish extends Pick<Hold, 'contactId' | 'channel'> {
  taskId: number;
  note: string;
}
interface NewHold extends FoundHold {
  caseId: number;
  note: string;
}

function sameWish(hold: Hold, wish: Pick<Hold, 'contactId' | 'channel'>): boolean {
  return hold.contactId === wish.contactId && hold.channel === wish.channel;
}

export function withoutOne(holds: readonly Hold[], lifted: Hold): Hold[] {
  const at = holds.findIndex((hold) => hold.kind === lifted.kind && sameWish(hold, lifted));
  return holds.filter((_, index) => index !== at);
}

/** Tells the borrower's cases from when on he may be called. */
export function saveFreedom(tx: Tx, borrowerId: number, facts: ComplianceFacts): void {
  tx.write(sql`
    UPDATE collection_case SET contact_from = ${callableFrom(facts, tx.now)} WHERE borrower_id = ${borrowerId}`);
}
