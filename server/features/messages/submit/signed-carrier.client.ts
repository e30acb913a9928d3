import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { SendChannel } from '../../../../contract/contact/message-texts.js';
import { ProviderClient, ProviderRefused } from '../../../platform/providers/provider-client.js';
import { carrierKey } from '../../../domain/messages/message.rules.js';

export interface Submission {
  messageId: number;
  channel: SendChannel;
  /** E.164 */
  to: string;
  text: string;
}

const Accepted = z.object({ messageId: z.string().min(1).max(64) });

/** A carrier that speaks our signed calls. It takes a message once for its key, however often it is submitted. */
@Injectable()
export class SignedCarrier {
  constructor(private readonly provider: ProviderClient) {}

  /** @returns the carrier's number of the message. @throws ProviderRefused, ProviderUnavailable */
  async submit({ messageId, channel, to, text }: Submission): Promise<string> {
    const answer = await this.provider.call({
      provider: 'carrier',
      path: '/carrier/messages',
      answer: Accepted,
      body: { channel, to, text },
      idempotencyKey: carrierKey(messageId),
    });
    return answer.messageId;
  }

  /** Whether a message was taken: the carrier's number of it, or null. @throws ProviderRefused, ProviderUnavailable */
  async find(messageId: number): Promise<string | null> {
    try {
      const path = `/carrier/messages/${encodeURIComponent(carrierKey(messageId))}`;
      const answer = await this.provider.call({ provider: 'carrier', path, answer: Accepted });
      return answer.messageId;
    } catch (error) {
      if (error instanceof ProviderRefused && error.status === 404) return null;
      throw error;
    }
  }
}
