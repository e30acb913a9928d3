import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Callbacks } from './callbacks.js';
import { Controls, FaultsChange } from './controls.js';
import { carrier } from './providers/carrier.js';
import { debit } from './providers/debit.js';
import { ipLookup } from './providers/ip-lookup.js';
import { mail } from './providers/mail.js';
import { liveness } from './providers/liveness.js';
import type { Provider } from './providers/provider.js';
import { rails } from './providers/rails.js';
import { telephone } from './providers/telephone.js';
import { answer, ok, Refusal, type Route } from './router.js';
import { isSignedBy } from './signature.js';
import type { Secrets, Settings } from './settings.js';

const PROVIDERS: Record<string, { routes: Provider; secret: keyof Secrets }> = {
  carrier: { routes: carrier, secret: 'carrierHmac' },
  telephone: { routes: telephone, secret: 'telephonyHmac' },
  rails: { routes: rails, secret: 'paymentHmac' },
  debit: { routes: debit, secret: 'debitHmac' },
  liveness: { routes: liveness, secret: 'livenessHmac' },
  ip: { routes: ipLookup, secret: 'ipHmac' },
  mail: { routes: mail, secret: 'mailHmac' },
};

/** As long as a ring or two, and a short talk. */
const TELEPHONE = { ringMs: 3_000, talkMs: 45_000 };

export interface Sandbox {
  url: string;
  controls: Record<string, Controls>;
  /** Stops at once; callbacks not yet accepted are given up. */
  close(): Promise<void>;
}

/** A stand-in for the outside world over real HTTP. `port` 0 takes a free one. */
export async function startSandbox(settings: Settings): Promise<Sandbox> {
  const controls: Record<string, Controls> = {};
  const callbacks: Callbacks[] = [];
  const healthz: Route = { method: 'GET', path: '/healthz', handle: () => ok({ up: true }) };
  // Before the look-up, which takes anything for an address.
  const routes = [healthz, ...readyRoutes(settings.secrets)];
  let url = '';
  for (const [name, { routes: make, secret }] of Object.entries(PROVIDERS)) {
    const own = (controls[name] = new Controls());
    const sender = new Callbacks(settings.secrets[secret], own);
    callbacks.push(sender);
    routes.push(
      ...make({
        controls: own,
        callbacks: sender,
        productUrl: settings.productUrl.replace(/\/$/, ''),
        ownUrl: () => url,
        worldNow: settings.worldNow,
        telephone: settings.telephone ?? TELEPHONE,
      }),
    );
  }
  routes.push(...controlRoutes(controls));
  const server = createServer((request, response) => void respond(routes, request, response));
  url = await listen(server, settings.port);
  return { url, controls, close: () => close(server, callbacks) };
}

async function respond(routes: Route[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await answer(routes, request, response);
  } catch (error) {
    process.stderr.write(`${request.method} ${request.url?.split('?')[0]}: ${String(error)}\n`);
    if (!response.headersSent) response.writeHead(500).end();
  }
}

/** `GET /<provider>/ready` is answered to who knows the provider's secret, and refused to everybody else. */
function readyRoutes(secrets: Secrets): Route[] {
  return Object.entries(PROVIDERS).map(([name, { secret }]) => {
    const path = `/${name}/ready`;
    return {
      method: 'GET',
      path,
      handle: ({ headers }) => {
        if (!isSignedBy(secrets[secret], headers, path)) throw new Refusal(401, 'the signature is not ours');
        return ok({ ready: true });
      },
    };
  });
}

/** `POST /control/<provider>` changes, `DELETE` puts right and empties the log, `GET /control/<provider>/log` counts. */
function controlRoutes(all: Record<string, Controls>): Route[] {
  const of = (name: string | undefined) => {
    const controls = all[name ?? ''];
    if (!controls) throw new Refusal(404, `no such provider; there are ${Object.keys(all).join(', ')}`);
    return controls;
  };
  const path = '/control/:provider';
  return [
    { method: 'GET', path, handle: ({ params }) => ok(of(params['provider']).faults) },
    {
      method: 'POST',
      path,
      handle: ({ params, body }) => ok(of(params['provider']).change(FaultsChange.parse(body))),
    },
    {
      method: 'DELETE',
      path,
      handle: ({ params }) => {
        of(params['provider']).reset();
        return ok({});
      },
    },
    {
      method: 'GET',
      path: `${path}/log`,
      handle: ({ params, query }) => ok(of(params['provider']).log(query.get('key'))),
    },
  ];
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen({ port, host: '127.0.0.1' }, () => {
      done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}

function close(server: Server, callbacks: Callbacks[]): Promise<void> {
  for (const sender of callbacks) sender.close();
  server.closeAllConnections();
  return new Promise((done, fail) => server.close((error) => (error ? fail(error) : done())));
}
