import { Injectable } from '@nestjs/common';
import type { ListenMode } from '../../../../contract/supervision/listening.js';
import type { Dialled, Monitor, TelephoneClient } from '../../../domain/calls/telephone.rules.js';
import { Providers } from '../../../platform/providers/providers.js';
import { AsteriskTelephone } from './asterisk-telephone.client.js';
import { SignedTelephone } from './signed-telephone.client.js';

/**
 * The telephone, by the interface of the connection that is in force. Each act may run any number of times: a call is made once
 * for one line, and a hang-up of what is over is nothing.
 *
 * @throws ProviderRefused; ProviderUnavailable when it may be tried again
 */
@Injectable()
export class TelephoneService implements TelephoneClient {
  constructor(
    private readonly providers: Providers,
    private readonly signed: SignedTelephone,
    private readonly asterisk: AsteriskTelephone,
  ) {}

  dial(call: Dialled): Promise<string> {
    return this.inForce().dial(call);
  }

  hangUp(line: string): Promise<void> {
    return this.inForce().hangUp(line);
  }

  answer(line: string, extension: string): Promise<void> {
    return this.inForce().answer(line, extension);
  }

  listenIn(line: string, mode: ListenMode): Promise<Monitor> {
    return this.inForce().listenIn(line, mode);
  }

  /** Asterisk rings the collector's own telephone, and dials once it is picked up. */
  get collectorFirst(): boolean {
    return this.inForce() === this.asterisk;
  }

  /** False while what happens to calls reaches nobody here: none is made then. */
  async isHeard(): Promise<boolean> {
    if (this.inForce() !== this.asterisk) return true;
    return this.asterisk.isHeard().catch(() => false);
  }

  private inForce(): TelephoneClient {
    return this.providers.of('telephone').protocol === 'ASTERISK' ? this.asterisk : this.signed;
  }
}
