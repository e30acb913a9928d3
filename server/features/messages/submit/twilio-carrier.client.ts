import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ProviderClient, ProviderRefused } from '../../../platform/providers/provider-client.js';
import { Providers } from '../../../platform/providers/providers.js';
import { twilioMessage } from '../../../platform/providers/twilio.js';
import type { Submission } from './signed-carrier.client.js';

const Accepted = z.object({ sid: z.string().min(1).max(64) });

/**
 * Twilio's messaging. It takes a message as often as it is submitted, by no key, and cannot be asked for one by ours: what
 * it answered last is all that we know, until a receipt names the message.
 */
@Injectable()
export class TwilioCarrier {
  constructor(
    private readonly client: ProviderClient,
    private readonly providers: Providers,
  ) {}

  /** @returns Twilio's SID of the message. @throws ProviderRefused, also for a channel but SMS, ProviderUnavailable */
  async submit({ messageId, channel, to, text }: Submission): Promise<string> {
    if (channel !== 'SMS') throw new ProviderRefused(0, channel);
    const { path, form } = twilioMessage(this.providers.of('carrier'), { to, text, messageId });
    const answer = await this.client.call({ provider: 'carrier', path, form, answer: Accepted });
    return answer.sid;
  }
}
