import { Injectable } from '@nestjs/common';
import type { SendChannel } from '../../../contract/messages.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { TryAgain } from '../../platform/jobs/try-again.js';
import { ProviderRefused, ProviderUnavailable } from '../../platform/providers/provider-client.js';
import { GuardService } from '../guard/guard.service.js';
import { Batches } from './batches.js';
import { Carrier } from './carrier.js';
import { claimAll, markSent, unchangedSince, type UnchangedRow } from './claim.sql.js';
import { actOf, writeCancel, writeEnd } from './message-end.js';
import { backoff, cancelReason, LEASE_MS, type EndReason } from './message.rules.js';
import { lockMessages, messagesOf, type MessageState } from './message.sql.js';

/** A message that is this worker's to submit. */
interface Claimed {
  kind: 'claimed';
  id: number;
  channel: SendChannel;
  phone: Buffer;
  text: Buffer;
}
type Claim = Claimed | { kind: 'done' } | { kind: 'later'; ms: number } | { kind: 'doubtful' };

type Outcome =
  { kind: 'accepted'; providerId: string } | { kind: 'refused'; end: EndReason } | { kind: 'silent' };
interface Result {
  id: number;
  outcome: Outcome;
}

const BATCH = { size: 128, atOnce: 2 };

/**
 * Brings messages to the carrier. Each step is a row in MySQL before it is done: claimed (SUBMITTING, with a term) before
 * it is submitted, SENT or ended after. A worker that dies leaves a claim whose term runs out; whoever comes next submits
 * under the same key, which the carrier takes once. So a message is accepted once, however often a worker dies.
 *
 * Claims and results of many messages share transactions. Nothing is ever taken back that may have been submitted: before
 * a doubtful message is cancelled the carrier is asked whether it has it.
 */
@Injectable()
export class SendingService {
  private readonly claims = new Batches<number, Claim>((ids) => this.claim(ids), BATCH);
  private readonly results = new Batches<Result, number | null>((results) => this.settle(results), BATCH);

  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly guard: GuardService,
    private readonly carrier: Carrier,
  ) {}

  /** @throws TryAgain when the message is to be tried later. A message that needs nothing is passed over. */
  async send(messageId: number): Promise<void> {
    let claim = await this.claims.add(messageId);
    if (claim.kind === 'doubtful') claim = await this.claimDoubtful(messageId);
    if (claim.kind === 'later') throw new TryAgain(claim.ms, `message ${messageId} is not due`);
    if (claim.kind !== 'claimed') return;
    await this.record({ id: messageId, outcome: await this.submit(claim) });
  }

  /** Cancels what is queued for the borrower of a case and no longer allowed. @returns how many */
  async review(caseId: number): Promise<number> {
    const queued = await this.database.rows<{ id: number }>(sql`
      SELECT m.id FROM collection_case own JOIN collection_case c ON c.borrower_id = own.borrower_id
      JOIN message m ON m.case_id = c.id
      WHERE own.id = ${caseId} AND m.status = 'QUEUED' ORDER BY m.id LIMIT 100`);
    let cancelled = 0;
    for (const { id } of queued) if ((await this.judge(id, 'review')).kind === 'done') cancelled++;
    return cancelled;
  }

  /** Messages whose job should have run by now and did not. */
  overdue(lateMs: number, limit: number): Promise<{ id: number; version: number }[]> {
    return this.database.rows(sql`
      SELECT id, version FROM message
      WHERE status IN ('QUEUED', 'SUBMITTING') AND due_at < ${inMs(-lateMs)}
      ORDER BY due_at LIMIT ${limit}`);
  }

  private async record(result: Result): Promise<void> {
    const again = await this.results.add(result);
    if (again !== null) throw new TryAgain(again, `message ${result.id} was not taken`);
  }

  private async submit({ id, channel, phone, text }: Claimed): Promise<Outcome> {
    let plain: { to: string; text: string };
    try {
      plain = { to: this.vault.open(phone), text: this.vault.open(text) };
    } catch {
      return { kind: 'refused', end: { reason: 'UNREADABLE', params: {} } };
    }
    try {
      return {
        kind: 'accepted',
        providerId: await this.carrier.submit({ messageId: id, channel, ...plain }),
      };
    } catch (error) {
      return outcomeOf(error);
    }
  }

  private claim(ids: number[]): Promise<Claim[]> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const [messages, unchanged] = await tx.read<[MessageState, UnchangedRow]>(
        lockMessages(ids),
        unchangedSince(ids, tx.now),
      );
      const calm = new Set(unchanged.map(({ id }) => id));
      const found = new Map(messages.map((message) => [message.id, claimOf(message, calm)]));
      const claimed = [...found].filter(([, claim]) => claim.kind === 'claimed').map(([id]) => id);
      if (claimed.length > 0) tx.write(claimAll(claimed, inMs(LEASE_MS)));
      return ids.map((id, index) =>
        // The same message twice in a batch is claimed once.
        ids.indexOf(id) < index ? { kind: 'later', ms: LEASE_MS } : (found.get(id) ?? { kind: 'done' }),
      );
    });
  }

  private async claimDoubtful(id: number): Promise<Claim> {
    const claim = await this.judge(id, 'claim');
    if (claim.kind !== 'doubtful') return claim;
    // It may have been submitted, and is no longer allowed: the carrier knows.
    let outcome: Outcome;
    try {
      const providerId = await this.carrier.find(id);
      if (providerId === null) return this.judge(id, 'absent');
      outcome = { kind: 'accepted', providerId };
    } catch (error) {
      outcomeOf(error);
      // Neither yes nor no: it stays as it is until the carrier says.
      outcome = { kind: 'silent' };
    }
    await this.record({ id, outcome });
    return { kind: 'done' };
  }

  /**
   * Asks the guard about one message. `claim` takes it when it is allowed, `review` leaves it; not allowed, it is cancelled
   * when it can not have been submitted: it is QUEUED, or `absent` from the carrier.
   */
  private async judge(id: number, how: 'claim' | 'review' | 'absent'): Promise<Claim> {
    const seen = await this.database.row<MessageState>(messagesOf([id]));
    if (!seen) return { kind: 'done' };
    const decision = await this.guard.stillAllowed(actOf(seen));
    return this.uow.transact(SYSTEM, async (tx) => {
      const [[message]] = await tx.read<[MessageState]>(lockMessages([id]));
      const claim = message ? claimOf(message, new Set([id])) : { kind: 'done' as const };
      if (claim.kind !== 'claimed' || !message) return claim;
      if (decision.allow) {
        if (how === 'review') return { kind: 'later', ms: 0 };
        tx.write(claimAll([id], inMs(LEASE_MS)));
        return claim;
      }
      if (message.status !== 'QUEUED' && how !== 'absent') return { kind: 'doubtful' };
      writeCancel(tx, this.guard, message, cancelReason(decision.reasons));
      return { kind: 'done' };
    });
  }

  /** @returns for each result when to try again, in milliseconds; null: no more. */
  private async settle(results: Result[]): Promise<(number | null)[]> {
    const logIds = await this.ids.takeMany(results.length);
    return this.uow.transact(SYSTEM, async (tx) => {
      const [messages] = await tx.read<[MessageState]>(lockMessages(results.map(({ id }) => id)));
      const found = new Map(messages.map((message) => [message.id, message]));
      const sent: { id: number; providerId: string }[] = [];
      const again = results.map(({ id, outcome }, index) => {
        const message = found.get(id);
        // A receipt was faster.
        if (message?.status !== 'SUBMITTING') return null;
        if (outcome.kind === 'accepted') sent.push({ id, providerId: outcome.providerId });
        else return fail(tx, logIds[index]!, message, outcome);
        return null;
      });
      if (sent.length > 0) {
        tx.write(markSent(sent, tx.now));
        tx.emitMany(
          sent.map(({ id }) => ({
            name: 'message.sent' as const,
            subject: ['message', id] as ['message', number],
            caseId: found.get(id)!.caseId,
            payload: { caseId: found.get(id)!.caseId, messageId: id },
          })),
        );
      }
      return again;
    });
  }
}

function claimOf(message: MessageState, calm: ReadonlySet<number>): Claim {
  const { id, status, dueAt, channel, phone, text } = message;
  if (status !== 'QUEUED' && status !== 'SUBMITTING') return { kind: 'done' };
  const ms = dueAt.getTime() - Date.now();
  if (ms > 0) return { kind: 'later', ms };
  return calm.has(id) ? { kind: 'claimed', id, channel, phone, text } : { kind: 'doubtful' };
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof ProviderUnavailable) return { kind: 'silent' };
  if (error instanceof ProviderRefused)
    return { kind: 'refused', end: { reason: 'REFUSED', params: { status: error.status } } };
  throw error;
}

/** @returns when to try again, in milliseconds; null: it has ended. */
function fail(
  tx: Tx,
  logId: number,
  message: MessageState,
  outcome: Exclude<Outcome, { kind: 'accepted' }>,
): number | null {
  if (outcome.kind === 'refused') {
    writeEnd(tx, logId, message, { status: 'FAILED', ...outcome.end });
    return null;
  }
  const { id, attempts, attemptsAllowed } = message;
  if (attempts >= attemptsAllowed) {
    writeEnd(tx, logId, message, { status: 'DEAD', reason: 'UNREACHABLE', params: { attempts } });
    return null;
  }
  const pause = backoff(attempts);
  tx.write(sql`UPDATE message SET due_at = ${inMs(pause)}, version = version + 1 WHERE id = ${id}`);
  return pause;
}

/** Terms go by the time of day: a demo's shifted clock differs between processes that started at different times. */
function inMs(milliseconds: number): Date {
  return new Date(Date.now() + milliseconds);
}
