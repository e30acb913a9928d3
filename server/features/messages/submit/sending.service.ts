import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { Config } from '../../../platform/config/config.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { Vault } from '../../../platform/crypto/vault.js';
import { Database } from '../../../platform/db/database.js';
import { Ids } from '../../../platform/db/ids.js';
import { sql } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { TryAgain } from '../../../platform/jobs/try-again.js';
import { ProviderRefused, ProviderUnavailable } from '../../../platform/providers/provider-client.js';
import { Batches } from '../../../platform/jobs/batches.js';
import { AnswerLost, Carrier } from './carrier.client.js';
import { markSent, moveTo } from '../../../domain/messages/submit/claim.sql.js';
import { ClaimsService, type Claim, type Claimed } from './claims.service.js';
import { writeEnd, writeUnknown } from '../../../domain/messages/delivery/message-end.writes.js';
import {
  AHEAD,
  backoff,
  BATCH,
  FRESH_MS,
  inMs,
  type EndReason,
} from '../../../domain/messages/message.rules.js';
import { lockMessages, type MessageState } from '../../../domain/messages/message.sql.js';

type Outcome =
  | { kind: 'accepted'; providerId: string }
  | { kind: 'refused'; end: EndReason }
  /** `isAbsent`: the carrier has it for certain not. */
  | { kind: 'silent'; isAbsent: boolean }
  | { kind: 'lost' };
interface Result {
  id: number;
  outcome: Outcome;
}

/**
 * Brings messages to the carrier. Each step is a row in MySQL before it is done: claimed (SUBMITTING, with a term) before
 * it is submitted, SENT or ended after. The claim of a worker that dies expires; the next worker submits
 * under the same key, which the carrier takes once. So a message is accepted once, however often a worker dies.
 *
 * A carrier that takes no key is given a message once: what it did not answer is UNKNOWN, and stays so until a receipt tells.
 *
 * Claims and results of many messages share transactions. Nothing is ever taken back that may have been submitted: before
 * a doubtful message is cancelled the carrier is asked whether it has it.
 */
@Injectable()
export class SendingService {
  private readonly results = new Batches<Result, number | null>((results) => this.settle(results), BATCH);
  /** Bounds what is claimed and not yet submitted. */
  private readonly ahead: ReturnType<typeof pLimit>;
  /** Bounds what is at the carrier at once. */
  private readonly slots: ReturnType<typeof pLimit>;

  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly claims: ClaimsService,
    private readonly carrier: Carrier,
    config: Config,
  ) {
    this.ahead = pLimit(config.smsConcurrency * AHEAD);
    this.slots = pLimit(config.smsConcurrency);
  }

  /** @throws TryAgain when the message is to be tried later. A message that needs nothing is passed over. */
  async send(messageId: number): Promise<void> {
    const outcome = await this.ahead(() => this.bring(messageId));
    if (outcome) await this.record({ id: messageId, outcome });
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

  /** @returns null when there is nothing to submit. @throws TryAgain */
  private async bring(messageId: number): Promise<Outcome | null> {
    let claim = await this.claims.claim(messageId);
    if (claim.kind === 'doubtful') claim = await this.claimDoubtful(messageId);
    if (claim.kind === 'later') throw new TryAgain(claim.ms, `message ${messageId} is not due`);
    if (claim.kind !== 'claimed') return null;
    const claimed = claim;
    return this.slots(() => this.submitInTime(claimed));
  }

  /** @returns null when the message is no longer this worker's. @throws TryAgain when something has happened meanwhile. */
  private async submitInTime(claim: Claimed): Promise<Outcome | null> {
    if (performance.now() - claim.at < FRESH_MS) return this.submit(claim);
    const renewed = await this.claims.renew(claim);
    if (renewed.kind === 'later') throw new TryAgain(renewed.ms, `message ${claim.id} is to be judged anew`);
    return renewed.kind === 'claimed' ? this.submit(claim) : null;
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

  private async claimDoubtful(id: number): Promise<Claim> {
    const claim = await this.claims.judge(id, 'claim');
    if (claim.kind !== 'doubtful') return claim;
    // It may have been submitted, and is no longer allowed: the carrier knows.
    let outcome: Outcome;
    try {
      const providerId = await this.carrier.find(id);
      if (providerId === null) return this.claims.judge(id, 'absent');
      outcome = { kind: 'accepted', providerId };
    } catch (error) {
      outcomeOf(error);
      // The carrier did not say whether it has the message: leave it as it is until it does.
      outcome = { kind: 'silent', isAbsent: false };
    }
    await this.record({ id, outcome });
    return { kind: 'done' };
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
        // A receipt came before the carrier's answer.
        if (message?.status !== 'SUBMITTING') return null;
        if (outcome.kind === 'accepted') sent.push({ id, providerId: outcome.providerId });
        else return fail(tx, logIds[index]!, message, outcome);
        return null;
      });
      if (sent.length > 0) {
        tx.write(markSent(sent, tx.now));
        tx.emitMany(
          'message.sent',
          sent.map(({ id }) => ({ caseId: found.get(id)!.caseId, messageId: id })),
        );
      }
      return again;
    });
  }
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof AnswerLost) return { kind: 'lost' };
  if (error instanceof ProviderUnavailable) return { kind: 'silent', isAbsent: !error.mayBeTaken };
  if (!(error instanceof ProviderRefused)) throw error;
  const { status, detail } = error;
  return { kind: 'refused', end: { reason: 'REFUSED', params: { status, ...(detail && { detail }) } } };
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
  if (outcome.kind === 'lost') {
    writeUnknown(tx, message);
    return null;
  }
  const { id, attempts, attemptsAllowed } = message;
  if (attempts >= attemptsAllowed) {
    writeEnd(tx, logId, message, { status: 'DEAD', reason: 'UNREACHABLE', params: { attempts } });
    return null;
  }
  const pause = backoff(attempts);
  // The next worker could not tell it from one that was perhaps taken.
  const status = message.protocol === 'TWILIO' && outcome.isAbsent ? 'QUEUED' : message.status;
  tx.write(moveTo(id, status, inMs(pause)));
  return pause;
}
