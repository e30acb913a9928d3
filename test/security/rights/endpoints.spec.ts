import { Controller, Get, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES, type Role } from '../../../contract/codes.js';
import { PERMISSIONS, ROLE_GRANTS, type Permission } from '../../../contract/permissions.js';
import { AllowAnyone } from '../../../server/platform/auth/allow.js';
import { checkDemands, endpointsOf, type Endpoint } from '../../../server/platform/auth/endpoints.js';
import { SessionStore } from '../../../server/platform/auth/session-store.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { Client, createUser, signedIn, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';

let endpoints: Endpoint[];
const clients: Record<string, Client> = {};

const { api, org } = useSite();
beforeAll(async () => {
  endpoints = endpointsOf(api.app);
  for (const role of ROLES) clients[role] = await signedIn(api, await createUser(api, org, role));
  const leader = await createUser(api, org, 'leader');
  clients['pending'] = await session(leader, { pending: true, kiosk: false });
  clients['kiosk'] = await session(leader, { pending: false, kiosk: true });
  clients['nobody'] = new Client(api.url, 'n'.repeat(43), leader);
});

async function session(person: Person, kind: { pending: boolean; kiosk: boolean }): Promise<Client> {
  const store = api.get(SessionStore);
  const { token, hash } = store.newToken();
  const id = await api.get(Ids).take();
  await api.get(Database).run(store.insert({ id, hash, userId: person.id, now: new Date(), ...kind }));
  return new Client(api.url, token, person);
}

/** Every path of the endpoints that fit, as somebody calls it: "METHOD path" -> code. */
async function ask(who: string, fits: (endpoint: Endpoint) => boolean): Promise<Record<string, string>> {
  const codes: Record<string, string> = {};
  for (const endpoint of endpoints.filter(fits)) {
    for (const path of endpoint.paths) {
      const url = path.replace(/:\w+/g, '1');
      const client = clients[who]!;
      const answer = await (endpoint.method === 'GET' ? client.get(url) : client.post(url));
      codes[`${endpoint.method} ${path}`] = answer.code;
    }
  }
  return codes;
}
const all = (codes: Record<string, string>, code: string) =>
  Object.fromEntries(Object.keys(codes).map((path) => [path, code]));
/** Calls that ask for more than a permission: a leader's group, a collector's long-aging role. */
const OF_ROLES = ['POST dashboard/kioskToken', 'GET task/LongAgingListing'];
const refused = (codes: Record<string, string>) =>
  Object.keys(codes).filter((path) => codes[path] === '20' && !OF_ROLES.includes(path));
const demands = (kind: string) => (endpoint: Endpoint) => endpoint.demand?.kind === kind;

describe('every endpoint', () => {
  it('says who may call it', () => {
    expect(endpoints.map((endpoint) => endpoint.name)).toContain('LoginController.in');
    expect(endpoints.filter((endpoint) => !endpoint.demand)).toEqual([]);
  });

  it('that is open to anyone is on this list', () => {
    expect(
      endpoints
        .filter(demands('public'))
        .flatMap((endpoint) => endpoint.paths)
        .sort(),
    ).toEqual([
      'dashboard/kioskOpen',
      'dashboard/kioskPairing',
      'healthz',
      'login/altcha',
      'login/forgotten',
      'login/generateValidateCode',
      'login/in',
      'login/oidc',
      'login/oidc/begin',
      'login/rsaPublicKey',
      'login/ways',
      'metrics',
      'readyz',
    ]);
  });

  it('that needs a session answers 02 without one', async () => {
    const codes = await ask('nobody', (endpoint) => /permission|session/.test(endpoint.demand?.kind ?? ''));
    expect(Object.keys(codes).length).toBeGreaterThan(5);
    expect(codes).toEqual(all(codes, '02'));
  });

  it('answers 02 to who still owes the liveness check, but for what the check needs', async () => {
    const closed = await ask(
      'pending',
      ({ demand }) => demand?.kind === 'permission' || (demand?.kind === 'session' && !demand.pending),
    );
    expect(closed).toEqual(all(closed, '02'));
  });

  it('that demands a permission answers 20 to every role without it', async () => {
    for (const role of ROLES) {
      const codes = await ask(
        role,
        ({ demand }) =>
          demand?.kind === 'permission' && !ROLE_GRANTS[role].permissions.includes(demand.permission),
      );
      expect({ [role]: codes }).toEqual({ [role]: all(codes, '20') });
    }
  });

  it('that demands a permission is open to whoever has it, by default and by the table', async () => {
    const place = { ...org, institutionId: org.otherInstitutionId };
    const permissionsOf: Partial<Record<Role, readonly Permission[]>> = {};
    for (const role of ROLES) {
      const { permissions, menu } = ROLE_GRANTS[role];
      // The table turns each role into its opposite.
      const swapped = PERMISSIONS.filter((permission) => !permissions.includes(permission));
      await api.get(Database).run(sql`
        INSERT INTO role_grant (institution_id, role, permissions, menu)
        VALUES (${place.institutionId}, ${role}, ${swapped.join()}, ${menu.join()})`);
      permissionsOf[role] = swapped;
      clients[`swapped ${role}`] = await signedIn(api, await createUser(api, place, role, { groupId: null }));
    }
    const has = (permissions: readonly Permission[]) => (endpoint: Endpoint) =>
      endpoint.demand?.kind === 'permission' &&
      permissions.includes(endpoint.demand.permission) &&
      !endpoint.demand.topmost;
    for (const role of ROLES) {
      const usual = ROLE_GRANTS[role].permissions;
      expect(refused(await ask(role, has(usual)))).toEqual([]);
      expect(refused(await ask(`swapped ${role}`, has(permissionsOf[role]!)))).toEqual([]);
      const taken = await ask(`swapped ${role}`, has(usual));
      expect(Object.keys(taken).length).toBeGreaterThan(5);
      expect({ [role]: taken }).toEqual({ [role]: all(taken, '20') });
    }
  }, 600_000);

  it('that is for the institution above all others answers 20 where there is another beside it', async () => {
    const codes = await ask(
      'admin',
      ({ demand }) => demand?.kind === 'permission' && demand.topmost === true,
    );
    expect(Object.keys(codes).length).toBeGreaterThan(3);
    expect(codes).toEqual(all(codes, '20'));
  });

  it('answers 20 to a wallboard, but for the board', async () => {
    const opens = ({ demand }: Endpoint) =>
      (demand?.kind === 'permission' || demand?.kind === 'session') && demand.kiosk;
    const open = endpoints
      .filter(opens)
      .flatMap(({ method, paths }) => paths.map((path) => `${method} ${path}`));
    expect(open.sort()).toEqual([
      'GET dashboard/groups',
      'GET dashboard/personal',
      'GET dashboard/summary',
      'GET login/currentUser',
      'GET login/out',
      'POST login/out',
    ]);
    const asked = await ask(
      'kiosk',
      (endpoint) => /permission|session/.test(endpoint.demand?.kind ?? '') && !opens(endpoint),
    );
    expect(asked).toEqual(all(asked, '20'));
  });

  it('that a provider signs answers 20 without the signature, whoever asks', async () => {
    const codes = await ask('admin', demands('signed'));
    expect(codes).toEqual(all(codes, '20'));
  });
});

@Controller('loose')
class LooseController {
  @Get('end')
  end() {
    return 'anyone?';
  }
  @Get(['fine', 'also'])
  @AllowAnyone()
  fine() {
    return 'anyone';
  }
}
@Module({ imports: [DiscoveryModule], controllers: [LooseController] })
class LooseModule {}

describe('a handler that does not say who may call it', () => {
  it('keeps the server from starting', async () => {
    const app = await NestFactory.create<NestFastifyApplication>(LooseModule, new FastifyAdapter(), {
      logger: false,
    });
    const found = endpointsOf(app);
    expect(found.map(({ name, method, paths }) => [name, method, paths])).toEqual([
      ['LooseController.end', 'GET', ['loose/end']],
      ['LooseController.fine', 'GET', ['loose/fine', 'loose/also']],
    ]);
    expect(() => checkDemands(found)).toThrow(/@Allow.*LooseController\.end\.$/);
    expect(() => checkDemands(found.slice(1))).not.toThrow();
    await app.close();
  });
});
