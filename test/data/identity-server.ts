import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

export const CLIENT_ID = 'recoup';
export const CLIENT_SECRET = 'a-secret-of-an-identity-provider';

export interface IdentityServer {
  url: string;
  /** User name of who is signed in there; null: nobody lets the browser back. */
  person: string | null;
  /** Groups of whoever is signed in. */
  groups: string[];
  close(): Promise<void>;
}

/** An OpenID Connect provider at which somebody is signed in already, and agrees. */
export async function startIdentityServer(redirect: string): Promise<IdentityServer> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: Pick<IdentityServer, 'person' | 'groups'> = { person: null, groups: [] };
  const provider = new Provider(url, {
    clients: [
      {
        ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirect] },
        ...{ grant_types: ['authorization_code'], response_types: ['code'] },
      },
    ],
    claims: { openid: ['sub'], profile: ['preferred_username', 'name', 'groups'], email: ['email'] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['of-a-test'] },
    pkce: { required: () => true },
    interactions: { url: (_: KoaContextWithOIDC, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: KoaContextWithOIDC, id: string) => ({
      accountId: id,
      claims: () => ({
        ...{ sub: id, preferred_username: id, email: `${id}@lender.example` },
        ...{ name: `Name of ${id}`, groups: state.groups },
      }),
    }),
  });
  const oidc = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void oidc(request, response);
    const finish = async () => {
      const { prompt, params, session } = await provider.interactionDetails(request, response);
      if (state.person === null) return { error: 'access_denied' };
      if (prompt.name === 'login') return { login: { accountId: state.person } };
      const grant = new provider.Grant({ accountId: session!.accountId, clientId: CLIENT_ID });
      grant.addOIDCScope(String(params['scope']));
      return { consent: { grantId: await grant.save() } };
    };
    void finish().then((result) => provider.interactionFinished(request, response, result));
  });
  return Object.assign(state, {
    url,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
