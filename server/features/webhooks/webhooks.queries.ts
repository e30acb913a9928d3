import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Like, Not } from 'typeorm';
import type {
  WebhookDeliveriesQuery,
  WebhookDelivery,
  WebhookRow,
  WebhooksQuery,
} from '../../../contract/administration/webhooks.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { startingWith } from '../../platform/db/lists/list-page.js';
import { wire } from '../../platform/db/rows.js';
import { AppError } from '../../platform/http/app-error.js';
import { WebhookDelivered } from '../../domain/webhooks/webhook-delivery.entity.js';
import { WebhookProgress } from '../../domain/webhooks/webhook-state.entity.js';
import { Webhook } from '../../domain/webhooks/webhook.entity.js';
import { stateOf } from '../../domain/webhooks/webhook.rules.js';

@Injectable()
export class WebhooksQueries {
  constructor(private readonly dataSource: DataSource) {}

  async list(actor: Actor, query: WebhooksQuery): Promise<Page<WebhookRow>> {
    const { webhookId, name, institutionId, enabled, page, size, sort = 'name', order } = query;
    const places = actor.institutionIds.filter((id) => institutionId === undefined || id === institutionId);
    const [found, totalCount] = await this.dataSource.getRepository(Webhook).findAndCount({
      where: {
        institutionId: In(places),
        ...(webhookId !== undefined && { id: webhookId }),
        ...(name && { name: Like(startingWith(name)) }),
        ...(enabled !== undefined && { enabled: enabled === '1' }),
      },
      relations: { institution: true, asker: true, approver: true, modifier: true },
      order: { [sort]: query.sort ? order : 'asc', id: 'asc' },
      ...{ skip: (page - 1) * size, take: size },
    });
    const progress = await this.dataSource
      .getRepository(WebhookProgress)
      .findBy({ webhookId: In(found.map(({ id }) => id)) });
    const of = new Map(progress.map((one) => [one.webhookId, one]));
    return { result: found.map((webhook) => webhookRow(webhook, of.get(webhook.id))), totalCount };
  }

  /** Since when a webhook that is on has not been taken, the longest of all; null when each is. */
  async failingSince(): Promise<Date | null> {
    const failing = await this.dataSource
      .getRepository(WebhookProgress)
      .find({ where: { failingSince: Not(IsNull()) }, order: { failingSince: 'asc' } });
    const ids = failing.map(({ webhookId }) => webhookId);
    const on = await this.dataSource.getRepository(Webhook).findBy({ id: In(ids), enabled: true });
    return failing.find(({ webhookId }) => on.some(({ id }) => id === webhookId))?.failingSince ?? null;
  }

  /** @throws webhook.notFound */
  async deliveries(actor: Actor, query: WebhookDeliveriesQuery): Promise<Page<WebhookDelivery>> {
    const { webhookId, page, size } = query;
    const mine = { id: webhookId, institutionId: In([...actor.institutionIds]) };
    if (!(await this.dataSource.getRepository(Webhook).existsBy(mine)))
      throw new AppError('webhook.notFound');
    const [found, totalCount] = await this.dataSource.getRepository(WebhookDelivered).findAndCount({
      where: { webhookId },
      order: { id: 'desc' },
      ...{ skip: (page - 1) * size, take: size },
    });
    return { result: found.map(({ webhookId: _, ...row }) => wire(row)), totalCount };
  }
}

export function webhookRow(webhook: Webhook, progress?: WebhookProgress): WebhookRow {
  const { institution, asker, approver, modifier, secretEnc: _, approvedAt, updatedAt, ...row } = webhook;
  return {
    ...row,
    ...wire({ approvedAt, updatedAt, failingSince: progress?.failingSince ?? null }),
    state: stateOf(webhook, progress?.failures ?? 0),
    institutionName: institution?.name ?? '',
    askedBy: asker?.name ?? null,
    approvedBy: approver?.name ?? null,
    updatedBy: modifier?.name ?? null,
  };
}
