import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import {
  WebhookChange,
  type WebhookForm,
  type WebhookRef,
  type WebhookSecret,
  type WebhookSendAgain,
} from '../../../contract/administration/webhooks.js';
import type { Actor } from '../../platform/auth/actor.js';
import { FORMER_SECRET_HOURS } from '../../../contract/administration/connections.js';
import { newKeySecret } from '../../platform/auth/api-keys.js';
import { refuseIfTied } from '../../platform/auth/ties.js';
import { Vault } from '../../platform/crypto/vault.js';
import { ConfiguredEntity, type Saved, type Saving } from '../../platform/db/configured-entity.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { CHAIN_END } from '../../domain/webhooks/chain.sql.js';
import { WebhookDelivered } from '../../domain/webhooks/webhook-delivery.entity.js';
import { WebhookProgress } from '../../domain/webhooks/webhook-state.entity.js';
import { Webhook } from '../../domain/webhooks/webhook.entity.js';
import { ReachService } from '../connections/reach.service.js';
import { webhookRow } from './webhooks.queries.js';

const HOUR_MS = 3_600_000;
const BEGINNING = 'wh_';

/** Where other systems are told what happens: one administrator chooses where and what, another one agrees. */
@Injectable()
export class WebhooksService extends ConfiguredEntity<Webhook, WebhookForm> {
  readonly entity = Webhook;
  readonly noun = 'webhook';
  protected readonly input = WebhookChange;
  protected readonly notFound = 'webhook.notFound';
  protected override readonly duplicate = ['webhook.nameTaken', 'name'] as const;

  constructor(
    uow: UnitOfWork,
    private readonly numbers: Ids,
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly reach: ReachService,
  ) {
    super(uow, numbers);
  }

  /** Replaces the secret: requests are signed by both for a day, then by the new one alone. @returns it, this once. @throws webhook.notFound, entity.changed */
  async renew(actor: Actor, { id, version }: WebhookRef): Promise<WebhookSecret> {
    const { secret, starts } = newKeySecret(BEGINNING);
    await this.uow.transact(actor, async (tx) => {
      const { secretEnc: formerSecretEnc } = await this.lock(tx, actor, { id, version });
      const formerUntil = formerSecretEnc && new Date(tx.now.getTime() + FORMER_SECRET_HOURS * HOUR_MS);
      const former = { formerSecretEnc, formerUntil };
      await this.change(
        tx,
        actor,
        { id, version },
        { secretEnc: this.vault.seal(secret), starts, ...former },
      );
    });
    return { id, secret };
  }

  /**
   * From here on it is sent to: what happens from now, where it was never sent to before.
   *
   * @throws webhook.notFound, entity.changed, webhook.approved, approval.own, approval.tied
   */
  async approve(actor: Actor, { id, version }: WebhookRef): Promise<Saved> {
    const end = await this.database.row<{ seq: number }>({ text: CHAIN_END, params: [] });
    return this.uow.transact(actor, async (tx) => {
      const webhook = await this.lock(tx, actor, { id, version });
      if (webhook.approvedBy !== null) throw new AppError('webhook.approved');
      if (webhook.askedBy === actor.userId) throw new AppError('approval.own');
      await refuseIfTied(tx, actor.userId, webhook.askedBy);
      await this.write(tx, actor, webhook, { approvedBy: actor.userId, approvedAt: tx.now });
      if (!(await tx.manager.existsBy(WebhookProgress, { webhookId: id })))
        await tx.manager.insert(WebhookProgress, { webhookId: id, seq: end?.seq ?? 0, nextAt: tx.now });
      return { id };
    });
  }

  /** @throws webhook.notFound, webhook.off */
  async sendAgain(actor: Actor, { deliveryId }: WebhookSendAgain): Promise<Saved> {
    const id = await this.numbers.take();
    return this.uow.transact(actor, async (tx) => {
      const sent = await tx.manager.findOneBy(WebhookDelivered, { id: deliveryId });
      const webhook = sent && (await this.find(tx, actor, sent.webhookId));
      if (!webhook) throw new AppError('webhook.notFound');
      if (!webhook.enabled || webhook.approvedBy === null || !webhook.starts)
        throw new AppError('webhook.off');
      const { webhookId, firstSeq, lastSeq, events } = sent;
      const again = { webhookId, firstSeq, lastSeq, status: In(['WAITING']) };
      if (!(await tx.manager.existsBy(WebhookDelivered, again)))
        await tx.manager.insert(WebhookDelivered, {
          ...{ id, webhookId, firstSeq, lastSeq, events, status: 'WAITING', at: tx.now },
        });
      return { id };
    });
  }

  /** @throws what `ReachService.judge` throws, at the field */
  protected async columns(
    _tx: Tx,
    form: WebhookForm,
    { actor, row }: Saving<Webhook>,
  ): Promise<Partial<Webhook>> {
    const events = [...new Set(form.events)].sort();
    const isSame =
      row !== null &&
      row.address === form.address &&
      row.institutionId === form.institutionId &&
      events.every((name) => row.events.includes(name));
    if (isSame) return { ...form, events };
    const isPrivate = (await this.reach.judge(form.address)) === 'PRIVATE';
    return { ...form, events, isPrivate, askedBy: actor.userId, approvedBy: null, approvedAt: null };
  }

  protected inForce(webhook: Webhook) {
    return webhookRow(webhook);
  }
}
