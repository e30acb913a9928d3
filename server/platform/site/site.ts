import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Connected } from '../../../contract/administration/connections.js';
import type { ContactChannel } from '../../../contract/contact/contact-compliance.js';
import {
  PROVIDER_NAMES,
  type ProviderName,
  type ProviderState,
  type SiteMark,
  type SiteStage,
} from '../../../contract/administration/site.js';
import { AppError } from '../http/app-error.js';
import { Providers } from '../providers/providers.js';
import { SiteState } from './site-state.entity.js';

const PROVIDER_OF: Record<ContactChannel, ProviderName> = {
  CALL: 'telephone',
  IVR: 'telephone',
  SMS: 'carrier',
  WHATSAPP: 'carrier',
};

/**
 * Whether what this site does is real. The stage is read once: a site goes live while it is stopped. The sandbox answers for a
 * provider without an address, except in a live site, where nobody does.
 */
@Injectable()
export class Site implements OnModuleInit {
  private stage: SiteStage = 'TRIAL';

  constructor(
    private readonly providers: Providers,
    private readonly dataSource: DataSource,
  ) {}

  async onModuleInit(): Promise<void> {
    const state = await this.dataSource.getRepository(SiteState).findOneBy({ id: 1 });
    if (state) this.stage = state.stage;
  }

  mark(): SiteMark {
    const states = PROVIDER_NAMES.map((name) => [name, this.stateOf(name)]);
    return { stage: this.stage, providers: Object.fromEntries(states) as SiteMark['providers'] };
  }

  simulates(provider: ProviderName): boolean {
    return this.stateOf(provider) === 'SIMULATED';
  }

  isOff(provider: Connected): boolean {
    return this.stateOf(provider) === 'OFF';
  }

  /** @throws provider.off */
  require(provider: Connected): void {
    if (this.isOff(provider)) throw new AppError('provider.off');
  }

  /** True when no provider could carry such a contact. */
  isChannelOff(channel: ContactChannel): boolean {
    // Twilio carries texts alone here.
    const isText = channel === 'CALL' || channel === 'SMS';
    if (!isText && this.providers.of('carrier').protocol === 'TWILIO') return true;
    return this.isOff(PROVIDER_OF[channel]);
  }

  /** The provider that knows the lender's people is never simulated. */
  stateOf(provider: Connected): ProviderState {
    if (!this.providers.of(provider).simulated) return 'REAL';
    return this.stage === 'LIVE' || provider === 'identity' ? 'OFF' : 'SIMULATED';
  }
}
