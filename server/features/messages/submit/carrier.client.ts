import { Injectable } from '@nestjs/common';
import { ProviderUnavailable } from '../../../platform/providers/provider-client.js';
import { Providers } from '../../../platform/providers/providers.js';
import { SignedCarrier, type Submission } from './signed-carrier.client.js';
import { TwilioCarrier } from './twilio-carrier.client.js';

/** Whether the carrier has the message nobody can find out, and handed over again it might arrive twice. */
export class AnswerLost extends Error {}

/** The carrier of messages, by the interface of the connection that is in force. */
@Injectable()
export class Carrier {
  constructor(
    private readonly providers: Providers,
    private readonly signed: SignedCarrier,
    private readonly twilio: TwilioCarrier,
  ) {}

  /**
   * @returns the carrier's number of the message
   * @throws ProviderRefused; ProviderUnavailable when the message may be submitted again; AnswerLost when not
   */
  async submit(submission: Submission): Promise<string> {
    if (this.providers.of('carrier').protocol === 'SIGNED') return this.signed.submit(submission);
    try {
      return await this.twilio.submit(submission);
    } catch (error) {
      throw error instanceof ProviderUnavailable && error.mayBeTaken ? new AnswerLost(error.message) : error;
    }
  }

  /** Whether a message was taken: the carrier's number of it, or null. @throws ProviderRefused, ProviderUnavailable */
  find(messageId: number): Promise<string | null> {
    return this.signed.find(messageId);
  }
}
