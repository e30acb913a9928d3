import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull } from 'typeorm';
import { SEND_CHANNELS } from '../../../contract/codes.js';
import { freeParamsOf, type SendChannel } from '../../../contract/message-texts.js';
import type { TemplateRow } from '../../../contract/messages.js';
import type { Actor } from '../../platform/auth/actor.js';
import { User } from '../users/user.entity.js';
import { MessageTemplate } from './message-template.entity.js';

/** A select offers no more than this. */
const OPTIONS = 200;

@Injectable()
export class TemplatesQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** Those that the caller's channels may use, or of one of them. */
  async list(actor: Actor, channel: SendChannel | undefined): Promise<TemplateRow[]> {
    const granted = await this.channels(actor.userId);
    const usable = {
      enabled: true,
      channel: In(granted.filter((one) => channel === undefined || one === channel)),
    };
    const rows = await this.dataSource.manager.find(MessageTemplate, {
      where: [
        { ...usable, institutionId: IsNull() },
        { ...usable, institutionId: In([...actor.institutionIds]) },
      ],
      order: { channel: 'ASC', id: 'ASC' },
      take: OPTIONS,
    });
    return rows.map(({ id, channel, name, body }) => ({
      id,
      channel,
      name,
      body,
      params: freeParamsOf(body),
    }));
  }

  /** The channels that a person may write by. */
  async channels(userId: number): Promise<SendChannel[]> {
    const user = await this.dataSource.manager.findOneBy(User, { id: userId });
    const granted = user?.channels.split(',') ?? [];
    return SEND_CHANNELS.filter((channel) => granted.includes(channel));
  }
}
