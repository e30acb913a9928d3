import { Injectable } from '@nestjs/common';
import * as openid from 'openid-client';
import { z } from 'zod';
import type { IdentityReturn } from '../../../contract/session.js';
import { fetchOf } from './guarded-fetch.js';
import { ProviderOutcomes } from './provider-outcomes.js';
import { Providers, type ProviderInForce } from './providers.js';
import type { Probe } from './provider-client.js';

/** Kept by the browser, in a cookie that no script reads, until the provider sends it back. */
export const Passage = z.object({
  state: z.string().min(20).max(64),
  nonce: z.string().min(20).max(64),
  verifier: z.string().min(20).max(128),
});
export type Passage = z.infer<typeof Passage>;

/** It answered something else than an OpenID provider does, or it does not take this passage. */
export class NotIdentified extends Error {}

type Claims = Readonly<Record<string, unknown>>;

/** A person as the provider knows them. */
export interface Vouched {
  username: string;
  /** Null where it does not say. */
  name: string | null;
  email: string | null;
  groups: string[];
}

const HTTP_OK = 200;
const SCOPE = 'openid profile email';

/** The lender's OpenID Connect provider: who knows its people signs them in. */
@Injectable()
export class OpenId {
  private known: { by: string; configuration: Promise<openid.Configuration> } | null = null;

  constructor(
    private readonly providers: Providers,
    private readonly outcomes: ProviderOutcomes,
  ) {}

  get isOn(): boolean {
    return this.providers.of('identity').source === 'CONNECTION';
  }

  /** @returns the provider's address that the browser goes to. @throws NotIdentified */
  async begin(): Promise<{ address: string; passage: Passage }> {
    const configuration = await this.counted(() => this.configuration());
    const passage = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
    };
    const address = openid.buildAuthorizationUrl(configuration, {
      ...{ redirect_uri: this.redirect(), scope: SCOPE, state: passage.state, nonce: passage.nonce },
      code_challenge: await openid.calculatePKCECodeChallenge(passage.verifier),
      code_challenge_method: 'S256',
    });
    return { address: address.href, passage };
  }

  /** @throws NotIdentified */
  async end(
    { code, iss }: Pick<IdentityReturn, 'code' | 'iss'>,
    { state, nonce, verifier }: Passage,
  ): Promise<Vouched> {
    const at = new URL(this.redirect());
    at.search = new URLSearchParams({ code, state, ...(iss && { iss }) }).toString();
    const found = await this.counted(async () => {
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
      const configuration = await this.configuration();
      const tokens = await openid.authorizationCodeGrant(configuration, at, {
        ...checks,
        idTokenExpected: true,
      });
      const claims: Claims = tokens.claims()!;
      const { sender, groupsClaim } = this.providers.of('identity');
      const isWhole = [sender, groupsClaim].every((claim) => !claim || claims[claim] !== undefined);
      if (isWhole || !configuration.serverMetadata().userinfo_endpoint) return claims;
      const more = await openid.fetchUserInfo(configuration, tokens.access_token, tokens.claims()!.sub);
      return { ...claims, ...more };
    });
    return vouched(found, this.providers.of('identity'));
  }

  /** Whether it says who it is, at an address that is perhaps not in force yet. */
  async probe(provider: ProviderInForce): Promise<Probe> {
    const begun = performance.now();
    const found = await discovered(provider).catch(() => null);
    return { status: found && HTTP_OK, ms: Math.round(performance.now() - begun) };
  }

  private async counted<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await ask();
      this.outcomes.note('identity', false);
      return answer;
    } catch (error) {
      this.outcomes.note('identity', true);
      // Not the error itself: it may carry what the provider said of a person.
      throw new NotIdentified(error instanceof Error ? error.name : 'failed');
    }
  }

  /** Read once for each connection. One that could not be read is read again. */
  private configuration(): Promise<openid.Configuration> {
    const of = this.providers.of('identity');
    const by = JSON.stringify([of.url, of.account, of.secret, of.isPrivate]);
    if (this.known?.by !== by) {
      const configuration = discovered(of);
      configuration.catch(() => (this.known = null));
      this.known = { by, configuration };
    }
    return this.known.configuration;
  }

  private redirect(): string {
    return `${this.providers.of('identity').publicAddress}/`;
  }
}

function vouched(claims: Claims, { sender, groupsClaim }: ProviderInForce): Vouched {
  const textOf = (claim: string) => {
    const value = claims[claim];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const username = textOf(sender);
  if (username === null) throw new NotIdentified('The claim is not there');
  const groups = groupsClaim === '' ? [] : [claims[groupsClaim]].flat();
  return {
    ...{ username, name: textOf('name'), email: textOf('email') },
    groups: groups.filter((group) => typeof group === 'string'),
  };
}

function discovered(provider: ProviderInForce): Promise<openid.Configuration> {
  const { url, account, secret, isPrivate } = provider;
  return openid.discovery(new URL(url), account, secret, openid.ClientSecretBasic(secret), {
    [openid.customFetch]: fetchOf(provider) as openid.CustomFetch,
    // Plain HTTP is for an address of the own network that two administrators approved.
    execute: isPrivate ? [openid.allowInsecureRequests] : [],
  });
}
