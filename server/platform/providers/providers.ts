import type { LookupFunction } from 'node:net';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource, In, MoreThan } from 'typeorm';
import {
  CONNECTED,
  FORMER_SECRET_HOURS,
  type Connected,
  type ConnectionProtocol,
  type ProviderSource,
} from '../../../contract/administration/connections.js';
import { readPlaces, type IdentityPlace } from '../../../contract/administration/identity-places.js';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import type { Provider } from '../config/providers.js';
import { Vault } from '../crypto/vault.js';
import { Logger } from '../logger/logger.js';
import { Settings } from '../settings/settings.js';
import { guardedLookup } from './addresses.js';
import { Connection } from './connection.entity.js';

/** A provider as it is asked. */
export interface ProviderInForce extends Provider {
  source: ProviderSource;
  protocol: ConnectionProtocol;
  /** A provider's own interface needs them; empty otherwise. */
  account: string;
  sender: string;
  publicAddress: string;
  groupsClaim: string;
  places: readonly IdentityPlace[];
  /** Two administrators agreed to an address of the own network. */
  isPrivate: boolean;
  /** Judges what a typed name leads to. The host's own addresses are dialled as they are. */
  lookup?: LookupFunction;
}

interface Standing {
  inForce: ProviderInForce;
  /** Its callbacks are taken after a change, too; null: those of the one in force alone. */
  former: (Signer & { until: Date }) | null;
}

/** By whom callbacks are signed. */
export type Signer = Pick<ProviderInForce, 'secret' | 'protocol' | 'publicAddress'>;

/** A provider that is asked by our own signed calls. */
const OUR_CALLS = {
  protocol: 'SIGNED',
  account: '',
  sender: '',
  publicAddress: '',
  groupsClaim: '',
  places: [],
  isPrivate: true,
} as const;

const NOBODY: ProviderInForce = {
  ...OUR_CALLS,
  ...{ url: '', simulated: true, secret: '', timeoutMs: 5_000, source: 'SANDBOX', protocol: 'OPENID' },
};

/** A change is heard of at once; while Redis is away it holds after this time. */
const REMEMBERED_MS = 5_000;
const HOUR_MS = 3_600_000;

/**
 * The address, secret and time limit of each provider: an approved connection's, else what the host has configured. Kept in
 * memory, because each contact and each callback asks.
 */
@Injectable()
export class Providers implements OnModuleInit, OnApplicationShutdown {
  private standing: Record<Connected, Standing>;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: Config,
    private readonly dataSource: DataSource,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {
    this.standing = this.standingOf([], []);
  }

  async onModuleInit(): Promise<void> {
    await this.renew();
    this.settings.onChange(() => this.renewLater());
    this.timer = setInterval(() => this.renewLater(), REMEMBERED_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  of(provider: Connected): ProviderInForce {
    return this.standing[provider].inForce;
  }

  /** By whom a provider's callbacks of a protocol are taken: the present one first. */
  signersOf(provider: Connected, protocol: ConnectionProtocol): Signer[] {
    const { inForce, former } = this.standing[provider];
    const signers = former && former.until > this.clock.now() ? [inForce, former] : [inForce];
    return signers.filter((signer) => signer.protocol === protocol);
  }

  /** Until when a former secret is taken; null when none is. */
  formerUntil(provider: Connected): Date | null {
    const { former } = this.standing[provider];
    return former && former.until > this.clock.now() ? former.until : null;
  }

  /** The provider's page that a browser is shown for the liveness check. */
  livenessPage(): string {
    const { url, source } = this.of('liveness');
    return (source === 'CONNECTION' ? null : this.config.livenessPage) ?? `${url}/liveness/page`;
  }

  /** Reads what is in force: this process has changed it, or was told of a change. */
  async renew(): Promise<void> {
    const connections = this.dataSource.getRepository(Connection);
    const since = new Date(this.clock.now().getTime() - FORMER_SECRET_HOURS * HOUR_MS);
    const [active, ended] = await Promise.all([
      connections.findBy({ status: 'ACTIVE', provider: In(CONNECTED) }),
      connections.findBy({ status: 'ENDED', endedAt: MoreThan(since) }),
    ]);
    this.standing = this.standingOf(active, ended);
  }

  /** As a change would be asked, before anybody has approved it. */
  proposed(connection: Connection): ProviderInForce {
    const configured = this.configured(connection.provider);
    if (connection.address === null) return configured;
    const { address: url, timeoutMs, isPrivate } = connection;
    const lookup = guardedLookup(isPrivate);
    const signer = this.signerOf(connection);
    const [account, sender] = [connection.account ?? '', connection.sender ?? ''];
    const how = { url, timeoutMs, simulated: false, source: 'CONNECTION' as const, lookup, isPrivate };
    const groupsClaim = connection.groupsClaim ?? '';
    const places = readPlaces(connection.places ?? '') ?? [];
    return { ...how, account, sender, groupsClaim, places, ...signer };
  }

  private renewLater(): void {
    this.renew().catch((error: unknown) =>
      this.logger.warn(`Connections were not read, the last ones hold: ${String(error)}`),
    );
  }

  private standingOf(active: readonly Connection[], ended: readonly Connection[]) {
    const each = CONNECTED.map((provider) => {
      const own = active.find((one) => one.provider === provider);
      const before = ended.filter((one) => one.provider === provider);
      return [provider, this.standingBy(provider, own, before)];
    });
    return Object.fromEntries(each) as Record<Connected, Standing>;
  }

  private standingBy(
    provider: Connected,
    own: Connection | undefined,
    ended: readonly Connection[],
  ): Standing {
    const inForce = own ? this.proposed(own) : this.configured(provider);
    if (!own?.keepFormer || !own.decidedAt) return { inForce, former: null };
    const until = new Date(own.decidedAt.getTime() + FORMER_SECRET_HOURS * HOUR_MS);
    const replaced = ended.find(({ endedAt }) => endedAt?.getTime() === own.decidedAt?.getTime());
    const signer = replaced ? this.signerOf(replaced) : this.configured(provider);
    return { inForce, former: isSame(signer, inForce) ? null : { ...signer, until } };
  }

  private signerOf({ provider, secretEnc, protocol, publicAddress }: Connection): Signer {
    const secret = secretEnc ? this.vault.open(secretEnc) : this.configured(provider).secret;
    return { secret, protocol, publicAddress: publicAddress ?? '' };
  }

  private configured(provider: Connected): ProviderInForce {
    // The host configures none, and no simulator knows anybody.
    if (provider === 'identity') return NOBODY;
    const found = this.config.providers[provider];
    return { ...found, ...OUR_CALLS, source: found.simulated ? 'SANDBOX' : 'ENVIRONMENT' };
  }
}

function isSame(one: Signer, other: Signer): boolean {
  return (
    one.secret === other.secret &&
    one.protocol === other.protocol &&
    one.publicAddress === other.publicAddress
  );
}
