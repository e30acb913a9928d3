import { afterAll, beforeAll } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { Role } from '../../contract/codes.js';
import { setClock } from './clock.js';
import { createOrg, createUser, signedIn, type Client, type Org } from './org.js';
import { createStack, startApi, type Api, type Stack } from './stack.js';

interface Wish {
  /** The product's time when server and workers start; it runs on from there. */
  clock?: string;
  /** Variables of the environment that the product reads at its start. */
  env?: Record<string, string>;
  /** Tables or grants are changed. */
  ownSchema?: boolean;
  /** The relay, and the processors when they are asked for. */
  workers?: boolean | { processors: boolean };
}

type People<Name extends string> = { people?: Record<Name, Role> };

/** Things that stand while the tests of a file run: each is filled before the first test, and closed after the last one. */
interface Site {
  stack: Stack;
  api: Api;
  org: Org;
  workers: INestApplicationContext;
}

/** A server with an institution, and signed-in people of it by the names that the file gives them. */
export function useSite<Name extends string = never>({ people, ...wish }: Wish & People<Name> = {}): Site &
  Record<Name, Client> {
  const site = { ...stands(), org: {} as Org };
  const roles = Object.entries(people ?? {}) as [Name, Role][];
  const clients = Object.fromEntries(roles.map(([name]) => [name, {}])) as Record<Name, Client>;
  stand(site, wish, async () => {
    const api = await startApi();
    fill(site.org, await createOrg(api));
    for (const [name, role] of roles)
      fill(clients[name], await signedIn(api, await createUser(api, site.org, role)));
    return { api };
  });
  return { ...site, ...clients };
}

/** A server, and nobody in it. */
export const useServer = (wish: Wish = {}): Omit<Site, 'org'> => {
  const site = stands();
  stand(site, wish, async () => ({ api: await startApi() }));
  return site;
};

/** A server with what a desk has besides. @param create starts the server */
export function useDesk<Desk extends { api: Api }>(
  create: () => Promise<Desk>,
  wish: Wish = {},
): Omit<Site, 'org'> & { desk: Desk } {
  const site = { ...stands(), desk: {} as Desk };
  stand(site, wish, async () => fill(site.desk, await create()));
  return site;
}

const stands = () => ({
  stack: {} as Stack,
  api: {} as Api,
  workers: {} as INestApplicationContext,
});

function stand(
  site: Omit<Site, 'org'>,
  { clock, env, ownSchema, workers }: Wish,
  start: () => Promise<{ api: Api }>,
): void {
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    if (clock) closing.push(setClock(clock));
    const stack = fill(site.stack, await createStack(env, { ownSchema }));
    closing.push(() => stack.close());
    const { api } = await start();
    fill(site.api, api);
    closing.push(() => api.close());
    if (!workers) return;
    // Most files have none, and their modules are many.
    const { startWorkers } = await import('./workers.js');
    const context = fill(site.workers, await startWorkers(workers === true ? {} : workers));
    closing.push(() => context.close());
  });
  afterAll(async () => {
    while (closing.length > 0) await closing.pop()!();
  });
}

/** Makes of what stands in a file's constants what has been made meanwhile. @returns what has been made */
function fill<Thing extends object>(standing: Thing, made: Thing): Thing {
  Object.setPrototypeOf(Object.assign(standing, made), Object.getPrototypeOf(made) as object);
  return made;
}
