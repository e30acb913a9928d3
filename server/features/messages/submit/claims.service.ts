import { Injectable } from '@nestjs/common';
import type { ComplianceDecision } from '../../../../contract/contact/contact-compliance.js';
import type { SendChannel } from '../../../../contract/contact/message-texts.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { Database } from '../../../platform/db/database.js';
import { list, sql, type Statement } from '../../../platform/db/sql.js';
import { UnitOfWork } from '../../../platform/db/unit-of-work.js';
import { Providers } from '../../../platform/providers/providers.js';
import { Site } from '../../../platform/site/site.js';
import { ContactComplianceService } from '../../contact-compliance/decide/contact-compliance.service.js';
import { THROUGH_GATE } from '../../../domain/stops/forbidden.sql.js';
import { Batches } from '../../../platform/jobs/batches.js';
import {
  claimAll,
  holdBack,
  moveTo,
  prolong,
  unchangedSince,
  type UnchangedRow,
} from '../../../domain/messages/submit/claim.sql.js';
import { actOf, writeCancel, writeUnknown } from '../../../domain/messages/delivery/message-end.writes.js';
import { BATCH, cancelReason, inMs, LEASE_MS } from '../../../domain/messages/message.rules.js';
import { lockMessages, type MessageState } from '../../../domain/messages/message.sql.js';

export interface Claimed {
  kind: 'claimed';
  id: number;
  /** The row's version at the claim; a later claim raises it. */
  version: number;
  /** When it was claimed, by `performance.now()`. */
  at: number;
  channel: SendChannel;
  phone: Buffer;
  text: Buffer;
}
/** `lost`: a worker had it, and nobody can find out whether the carrier took it. */
export type Claim =
  Claimed | { kind: 'done' } | { kind: 'later'; ms: number } | { kind: 'doubtful' } | { kind: 'lost' };

/**
 * Which worker may submit a message. A claim is a row in MySQL (SUBMITTING, with a term), so the claim of a worker that dies
 * expires. The claims of many messages share transactions.
 */
@Injectable()
export class ClaimsService {
  private readonly claims = new Batches<number, Claim>((ids) => this.claimAll(ids), BATCH);

  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly compliance: ContactComplianceService,
    private readonly site: Site,
    private readonly providers: Providers,
  ) {}

  claim(id: number): Promise<Claim> {
    return this.claims.add(id);
  }

  /** Prolongs a claim that has waited, when nobody has taken it over and nothing stands against it. */
  renew(claim: Claimed): Promise<Claim> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const [, [message], calm] = await tx.read<[object, MessageState, UnchangedRow]>(
        THROUGH_GATE,
        lockMessages([claim.id]),
        unchangedSince([claim.id], tx.now),
      );
      if (message?.status !== 'SUBMITTING' || message.version !== claim.version) return { kind: 'done' };
      // When the term has run out it is doubtful, and the guard is asked.
      if (calm.length === 0) {
        // This worker has not submitted it, and the next one could not know that.
        if (!this.isRepeated(message)) tx.write(moveTo(claim.id, 'QUEUED', message.dueAt));
        return { kind: 'later', ms: Math.max(1, message.dueAt.getTime() - Date.now()) };
      }
      tx.write(prolong(claim.id, inMs(LEASE_MS)));
      return claim;
    });
  }

  /** Cancels what is queued for the borrowers of these cases and no longer allowed. @returns how many */
  async review(caseIds: readonly number[]): Promise<number> {
    const queued = await this.database.rows<{ id: number }>(sql`
      SELECT DISTINCT m.id FROM collection_case own JOIN collection_case c ON c.borrower_id = own.borrower_id
      JOIN message m ON m.case_id = c.id
      WHERE own.id IN ${list(caseIds)} AND m.status = 'QUEUED' ORDER BY m.id`);
    let cancelled = 0;
    for (const { id } of queued) if ((await this.judge(id, 'review')).kind === 'done') cancelled++;
    return cancelled;
  }

  private claimAll(ids: number[]): Promise<Claim[]> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const [, messages, unchanged] = await tx.read<[object, MessageState, UnchangedRow]>(
        THROUGH_GATE,
        lockMessages(ids),
        unchangedSince(ids, tx.now),
      );
      const calm = new Set(unchanged.map(({ id }) => id));
      const found = new Map(messages.map((message) => [message.id, this.claimOf(message, calm)]));
      for (const message of messages) if (found.get(message.id)?.kind === 'lost') writeUnknown(tx, message);
      const claimed = [...found].filter(([, claim]) => claim.kind === 'claimed').map(([id]) => id);
      if (claimed.length > 0) tx.write(this.taking(claimed));
      return ids.map((id, index) =>
        // The same message twice in a batch is claimed once.
        ids.indexOf(id) < index ? { kind: 'later', ms: LEASE_MS } : (found.get(id) ?? { kind: 'done' }),
      );
    });
  }

  private taking(ids: readonly number[]): Statement {
    const { protocol } = this.providers.of('carrier');
    return claimAll(ids, { dueAt: inMs(LEASE_MS), simulated: this.site.simulates('carrier'), protocol });
  }

  /** Whether the carrier that has it perhaps, and the one that would be given it, take it once for its key. */
  private isRepeated({ protocol }: MessageState): boolean {
    return this.providers.of('carrier').protocol === 'SIGNED' && protocol !== 'TWILIO';
  }

  private claimOf(message: MessageState, calm: ReadonlySet<number>): Claim {
    const { id, status, version, dueAt, channel, phone, text, stopId } = message;
    if ((status !== 'QUEUED' && status !== 'SUBMITTING') || stopId !== null) return { kind: 'done' };
    const ms = dueAt.getTime() - Date.now();
    if (ms > 0) return { kind: 'later', ms };
    if (status === 'SUBMITTING' && !this.isRepeated(message)) return { kind: 'lost' };
    if (!calm.has(id)) return { kind: 'doubtful' };
    return { kind: 'claimed', id, version: version + 1, at: performance.now(), channel, phone, text };
  }

  /**
   * Asks the guard about one message, and what is due. `claim` takes it when it is allowed, `review` leaves it; not allowed, it is cancelled
   * when it can not have been submitted: it is QUEUED, or `absent` from the carrier. What only a stop forbids waits for
   * its end.
   */
  async judge(id: number, how: 'claim' | 'review' | 'absent'): Promise<Claim> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const [, [message]] = await tx.read<[object, MessageState]>(THROUGH_GATE, lockMessages([id]));
      if (!message) return { kind: 'done' };
      const claim = this.claimOf(message, new Set([id]));
      if (claim.kind === 'lost') writeUnknown(tx, message);
      const stays = message.stopId !== null && how === 'review';
      if (claim.kind !== 'claimed' && !stays) return claim;
      const decision = await this.compliance.stillAllowed(actOf(message), tx);
      if (decision.allow && message.asksTooMuch === 0) {
        if (how === 'review') return { kind: 'later', ms: 0 };
        tx.write(this.taking([id]));
        return claim;
      }
      if (message.status !== 'QUEUED' && how !== 'absent') return { kind: 'doubtful' };
      const stopId = stopAlone(decision);
      if (stopId !== null && message.asksTooMuch === 0) {
        if (!stays) tx.write(holdBack(id, stopId));
        return stays ? { kind: 'later', ms: 0 } : { kind: 'done' };
      }
      const tooMuch = { reason: 'MORE_THAN_DUE', params: {} } as const;
      writeCancel(tx, message, decision.allow ? tooMuch : cancelReason(decision.reasons));
      return { kind: 'done' };
    });
  }
}

/** The stop, when nothing else forbids the contact. */
function stopAlone({ reasons }: ComplianceDecision): number | null {
  return reasons.every(({ rule }) => rule === 'stop') ? Number(reasons[0]?.params['stopId']) || null : null;
}
