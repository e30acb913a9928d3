import type { ProviderName } from '../../contract/administration/site.js';
import type { Provider } from '../../server/platform/config/providers.js';
import { ProviderClient } from '../../server/platform/providers/provider-client.js';
import type { ProviderOutcomes } from '../../server/platform/providers/provider-outcomes.js';
import type { Providers } from '../../server/platform/providers/providers.js';
import type { Site } from '../../server/platform/site/site.js';

/** The way out of a trial to these providers, without a database. */
export function providerClientOf(
  providers: Partial<Record<ProviderName, Partial<Provider>>>,
): ProviderClient {
  const [inForce, outcomes, site] = [
    { of: (name: ProviderName) => providers[name] } as Partial<Providers>,
    { note: () => undefined } as Partial<ProviderOutcomes>,
    { isOff: () => false } as Partial<Site>,
  ];
  return new ProviderClient(inForce as Providers, outcomes as ProviderOutcomes, site as Site);
}
