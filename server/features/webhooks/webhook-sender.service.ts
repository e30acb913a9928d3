import http from 'node:http';
import https from 'node:https';
import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThan, LessThanOrEqual } from 'typeorm';
import { sign } from '../../platform/auth/signature.js';
import { Clock } from '../../platform/clock/clock.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { guardedLookup } from '../../platform/providers/addresses.js';
import { CHAIN_AFTER, CHAIN_END } from '../../domain/webhooks/chain.sql.js';
import { WebhookDelivered } from '../../domain/webhooks/webhook-delivery.entity.js';
import { WebhookProgress } from '../../domain/webhooks/webhook-state.entity.js';
import { Webhook } from '../../domain/webhooks/webhook.entity.js';
import {
  heardBy,
  IN_ONE,
  pauseAfter,
  type ChainedEvent,
  type SentEvent,
} from '../../domain/webhooks/webhook.rules.js';

const TIMEOUT_MS = 10_000;
/** One worker sends to a webhook; should it die, another one begins after so long. */
const BUSY_MS = 60_000;
const READ = 1_000;
/** Parts of the chain in one turn. */
const PARTS = 20;

const busyFrom = (now: Date) => new Date(now.getTime() + BUSY_MS);

interface Answer {
  /** HTTP; null: none came in time. */
  status: number | null;
  ms: number;
}

/**
 * Tells other systems what happened, in the order of the chain: each event once it was taken (an answer of 2xx), and after a
 * failure perhaps twice. What is sent is signed as callbacks are. Commands have nothing to do with it: it reads the log.
 */
@Injectable()
export class WebhookSenderService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** @returns how many events were taken */
  async send(): Promise<number> {
    const webhooks = await this.dataSource.getRepository(Webhook).findBy({ enabled: true });
    const ready = webhooks.filter(({ approvedBy, secretEnc }) => approvedBy !== null && secretEnc !== null);
    const counts = await Promise.all(ready.map((webhook) => this.turn(webhook)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  private async turn(webhook: Webhook): Promise<number> {
    const now = this.clock.now();
    const progress = this.dataSource.getRepository(WebhookProgress);
    const mine = { webhookId: webhook.id, nextAt: LessThanOrEqual(now) };
    const { affected } = await progress.update(
      [
        { ...mine, busyUntil: IsNull() },
        { ...mine, busyUntil: LessThan(now) },
      ],
      { busyUntil: busyFrom(now) },
    );
    if (!affected) return 0;
    try {
      return (await this.again(webhook)) + (await this.goOn(webhook));
    } finally {
      await progress.update({ webhookId: webhook.id }, { busyUntil: null });
    }
  }

  /** Follows the chain from where it was, until its end or a failure. */
  private async goOn(webhook: Webhook): Promise<number> {
    const progress = this.dataSource.getRepository(WebhookProgress);
    const state = await progress.findOneByOrFail({ webhookId: webhook.id });
    const end = await this.database.row<{ seq: number }>({ text: CHAIN_END, params: [] });
    // The chain has begun anew: a trial went live.
    let seq = state.seq > (end?.seq ?? 0) ? 0 : state.seq;
    let { failures, failingSince } = state;
    let taken = 0;
    for (let part = 0; part < PARTS; part++) {
      const chain = await this.chain(seq, READ);
      const heard = heardBy(webhook, chain).slice(0, IN_ONE);
      // All of what was read, or up to the last that is sent now.
      const last = heard.length === IN_ONE ? heard.at(-1)!.seq : (chain.at(-1)?.seq ?? seq);
      const now = this.clock.now();
      if (heard.length > 0 && !(await this.deliver(webhook, heard))) {
        failures += 1;
        const nextAt = new Date(now.getTime() + pauseAfter(failures));
        await progress.update(webhook.id, { seq, failures, failingSince: failingSince ?? now, nextAt });
        return taken;
      }
      taken += heard.length;
      if (last === seq) break;
      [seq, failures, failingSince] = [last, 0, null];
      await progress.update(webhook.id, { seq, failures, failingSince });
    }
    return taken;
  }

  /** Sends again what a person wants again, each once: it fails or not. */
  private async again(webhook: Webhook): Promise<number> {
    const deliveries = this.dataSource.getRepository(WebhookDelivered);
    const waiting = await deliveries.find({
      where: { webhookId: webhook.id, status: 'WAITING' },
      order: { id: 'asc' },
      take: PARTS,
    });
    let taken = 0;
    for (const { id, firstSeq, lastSeq } of waiting) {
      const chain = (await this.chain(firstSeq - 1, READ)).filter(({ seq }) => seq <= lastSeq);
      const heard = heardBy(webhook, chain);
      await deliveries.delete({ id });
      if (heard.length > 0 && (await this.deliver(webhook, heard))) taken += heard.length;
    }
    return taken;
  }

  private chain(seq: number, most: number): Promise<ChainedEvent[]> {
    return this.database.rows<ChainedEvent>({ text: CHAIN_AFTER, params: [seq, most] });
  }

  private secretsOf({ secretEnc, formerSecretEnc, formerUntil }: Webhook): Secrets {
    const isTaken = formerUntil !== null && formerUntil > this.clock.now();
    const former = isTaken && formerSecretEnc ? this.vault.open(formerSecretEnc) : null;
    return { present: this.vault.open(secretEnc!), former };
  }

  /** @returns whether it was taken; either way it stands in the list of deliveries */
  private async deliver(webhook: Webhook, events: readonly SentEvent[]): Promise<boolean> {
    // A slow receiver takes longer for all its requests than a worker may be silent.
    const busyUntil = busyFrom(this.clock.now());
    await this.dataSource.getRepository(WebhookProgress).update(webhook.id, { busyUntil });
    const { status, ms } = await post(webhook, this.secretsOf(webhook), { webhookId: webhook.id, events });
    const isTaken = status !== null && status >= 200 && status < 300;
    await this.dataSource.getRepository(WebhookDelivered).insert({
      ...{ id: await this.ids.take(), webhookId: webhook.id, events: events.length },
      ...{ firstSeq: events[0]!.seq, lastSeq: events.at(-1)!.seq, status: isTaken ? 'SENT' : 'FAILED' },
      ...{ answer: status, ms, at: this.clock.now() },
    });
    return isTaken;
  }
}

/** The present one, and the former one while it is taken beside it. */
interface Secrets {
  present: string;
  former: string | null;
}

/** One request, without redirects, to the very address that the two agreed on. */
function post({ address, isPrivate }: Webhook, { present, former }: Secrets, body: object): Promise<Answer> {
  const target = new URL(address);
  const text = JSON.stringify(body);
  const timestamp = Math.floor(Date.now() / 1000);
  const begun = performance.now();
  return new Promise((resolve) => {
    const answer = (status: number | null) => resolve({ status, ms: Math.round(performance.now() - begun) });
    const request = (target.protocol === 'https:' ? https : http).request(target, {
      method: 'POST',
      agent: false,
      lookup: guardedLookup(isPrivate),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        'x-timestamp': String(timestamp),
        'x-signature': sign(present, timestamp, text),
        ...(former !== null && { 'x-former-signature': sign(former, timestamp, text) }),
      },
    });
    const late = setTimeout(() => request.destroy(new Error('late')), TIMEOUT_MS);
    request.on('close', () => clearTimeout(late));
    request.on('error', () => answer(null));
    request.on('response', (response) => {
      answer(response.statusCode ?? null);
      response.destroy();
    });
    request.end(text);
  });
}
