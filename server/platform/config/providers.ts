import { LONGEST_TIMEOUT_MS, SHORTEST_TIMEOUT_MS } from '../../../contract/administration/connections.js';
import { PROVIDER_NAMES, type ProviderName } from '../../../contract/administration/site.js';

/** Providers outside. The sandbox answers for each until an address names another. */
const PROVIDERS = {
  carrier: { name: 'CARRIER', secret: 'carrierHmac', timeoutMs: 4_000 },
  telephone: { name: 'TELEPHONE', secret: 'telephonyHmac', timeoutMs: 2_500 },
  rails: { name: 'RAILS', secret: 'paymentHmac', timeoutMs: 5_000 },
  debit: { name: 'DEBIT', secret: 'debitHmac', timeoutMs: 5_000 },
  liveness: { name: 'LIVENESS', secret: 'livenessHmac', timeoutMs: 5_000 },
  ip: { name: 'IP', secret: 'ipHmac', timeoutMs: 1_000 },
  mail: { name: 'MAIL', secret: 'mailHmac', timeoutMs: 10_000 },
} as const satisfies Record<ProviderName, object>;
type SecretName = (typeof PROVIDERS)[ProviderName]['secret'];

export interface Provider {
  /** Without a slash at its end. */
  url: string;
  /** It has no address of its own: the sandbox answers. */
  simulated: boolean;
  /** Signs what we ask of it, and what it calls back. */
  secret: string;
  /** It answers within this or counts as silent. */
  timeoutMs: number;
}

/** The environment variable of a provider's address. */
export const variableOf = (provider: ProviderName) => `RECOUP_${PROVIDERS[provider].name}_URL`;

/** The provider that signs its callbacks with the secret; null for the lender's own platform. */
export const signerOf = (secret: string): ProviderName | null =>
  PROVIDER_NAMES.find((name) => PROVIDERS[name].secret === secret) ?? null;

/**
 * Each provider by RECOUP_<NAME>_URL and RECOUP_<NAME>_TIMEOUT_MS.
 *
 * @throws naming the variable that is wrong, never its value: an address may hold a password
 */
export function providersOf(
  environment: Readonly<Record<string, string | undefined>>,
  sandboxUrl: string,
  secrets: Readonly<Record<SecretName, string>>,
): Record<ProviderName, Provider> {
  const entries = PROVIDER_NAMES.map((provider) => {
    const { name, secret, timeoutMs } = PROVIDERS[provider];
    const most = LONGEST_TIMEOUT_MS[provider];
    const [address, limit] = [variableOf(provider), `RECOUP_${name}_TIMEOUT_MS`];
    const sandbox = addressOf('SANDBOX_URL', sandboxUrl);
    const url = addressOf(address, environment[address] || sandboxUrl);
    const time = Number(environment[limit] || timeoutMs);
    if (!(Number.isInteger(time) && time >= SHORTEST_TIMEOUT_MS && time <= most))
      throw new Error(`${limit} has to be whole milliseconds from ${SHORTEST_TIMEOUT_MS} to ${most}.`);
    return [provider, { url, simulated: url === sandbox, secret: secrets[secret], timeoutMs: time }];
  });
  return Object.fromEntries(entries) as Record<ProviderName, Provider>;
}

function addressOf(variable: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new Error(`${variable} has to be an address that begins with http:// or https://.`);
  if (url.username || url.password || url.search || url.hash)
    throw new Error(`${variable} has to be an address and a path alone: no user, no "?", no "#".`);
  return url.href.replace(/\/+$/, '');
}
