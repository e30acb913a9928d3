import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Controls } from '../../../sandbox/controls.js';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.js';
import { cleanDetail } from '../../../server/platform/behaviour/behaviour.rules.js';
import { unlookedUp } from '../../../server/platform/behaviour/address-location.sql.js';
import { AddressLocationsService } from '../../../server/features/monitoring/behaviour/address-locations.service.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { answerOf } from '../../support/http.js';
import { createCase, type TestCase } from '../../support/cases.js';
import { eventually } from '../../support/eventually.js';
import { createOrg, createUser, signedIn, type Client, type Org } from '../../support/org.js';
import { planOf } from '../../support/plan.js';
import { createStack, startApi, TEST_SECRETS, type Api, type Stack } from '../../support/stack.js';
import { startWorkers } from '../../support/workers.js';

let stack: Stack;
let api: Api;
let org: Org;
let ana: Client;
let own: TestCase;
let foreign: TestCase;
let sandbox: Sandbox;
let lookups: Controls;
let workers: INestApplicationContext;

beforeAll(async () => {
  stack = await createStack({ RECOUP_TRUST_PROXY: 'true' });
  api = await startApi();
  org = await createOrg(api);
  ana = await signedIn(api, await createUser(api, org, 'member'));
  own = await createCase(api, org, { ownerId: ana.person.id });
  foreign = await createCase(api, org, { ownerId: (await createUser(api, org, 'member')).id });
  sandbox = await startSandbox({
    port: 0,
    productUrl: api.url,
    secrets: TEST_SECRETS,
    worldNow: () => new Date(),
  });
  process.env['SANDBOX_URL'] = sandbox.url;
  lookups = sandbox.controls['ip']!;
  workers = await startWorkers({ processors: true });
});
afterAll(async () => {
  await workers.close();
  await sandbox.close();
  await api.close();
  await stack.close();
});
beforeEach(() => lookups.reset());

interface Row {
  id: number;
  type: string;
  source: string;
  caseId: number | null;
  loanNo: string | null;
  detail: string;
  address: string;
  claim: string | null;
  city: string | null;
  network: string | null;
  isNew: number | null;
}
async function last(who: Client): Promise<Row> {
  const [row] = await api.rows<Row>(sql`
    SELECT id, type, source, case_id AS caseId, loan_no AS loanNo, detail, address, claimed_address AS claim, city,
      network, is_new AS isNew
    FROM behaviour_record WHERE user_id = ${who.person.id} ORDER BY id DESC LIMIT 1`);
  return row!;
}
const newcomer = async () => signedIn(api, await createUser(api, org, 'member'));

/** Sent from an address, through a proxy that we trust. */
async function from(who: Client, address: string, body: object): Promise<string> {
  const request = who.agent.post('/api/user/behavior/add').set('x-forwarded-for', address);
  return (await answerOf(request.send(body))).code;
}

describe('a behaviour', () => {
  it('is kept with the address that the server saw, and the browser’s beside it', async () => {
    expect(await from(ana, '203.0.113.7', { type: 'PAGE', detail: '/case/list', ip: '198.51.100.1' })).toBe(
      '00',
    );
    expect(await last(ana)).toMatchObject({
      type: 'PAGE',
      source: 'CLIENT',
      detail: '/case/list',
      address: '203.0.113.7',
      claim: '198.51.100.1',
    });
    expect(await from(ana, '203.0.113.7', { type: 'PAGE', ip: '<script>' })).toBe('00');
    expect(await last(ana)).toMatchObject({ claim: null });
  });

  it('names a case by its loan when it is the person’s, and none by another’s', async () => {
    expect((await ana.post('user/behavior/add', { type: 'PAGE', loanId: own.externalId })).code).toBe('00');
    expect(await last(ana)).toMatchObject({ caseId: own.id, loanNo: own.externalId });
    expect((await ana.post('user/behavior/add', { type: 'COPY', loanId: own.loanItemId })).code).toBe('00');
    expect(await last(ana)).toMatchObject({ caseId: own.id, loanNo: own.externalId });
    expect((await ana.post('user/behavior/add', { type: 'PAGE', taskId: own.id })).code).toBe('00');
    expect(await last(ana)).toMatchObject({ caseId: own.id, loanNo: own.externalId });
    expect((await ana.post('user/behavior/add', { type: 'PAGE', taskId: foreign.id })).code).toBe('00');
    expect(await last(ana)).toMatchObject({ caseId: null, loanNo: null });
    for (const loanId of [foreign.loanItemId, foreign.externalId, '5512345678', 5512345678, '', null]) {
      expect((await ana.post('user/behavior/add', { type: 'COPY', loanId })).code).toBe('00');
      expect(await last(ana)).toMatchObject({ caseId: null, loanNo: null });
    }
  });

  it('is refused when it is none of the list, without a session, and with a field that is too long', async () => {
    expect((await ana.post('user/behavior/add', { type: 'DANCE' })).code).toBe('22');
    expect((await ana.post('user/behavior/add', { type: 'PAGE', detail: 'x'.repeat(2_001) })).code).toBe(
      '22',
    );
  });

  it('beyond what a person does is dropped without an error', async () => {
    const who = await newcomer();
    const answers = await Promise.all(
      Array.from({ length: 150 }, () => who.post('user/behavior/add', { type: 'COPY' })),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['00']));
    const [{ kept }] = (await api.rows(sql`
      SELECT COUNT(*) AS kept FROM behaviour_record WHERE user_id = ${who.person.id}`)) as [{ kept: number }];
    expect(kept).toBeGreaterThanOrEqual(60);
    expect(kept).toBeLessThan(100);
  });
});

describe('the look-up', () => {
  it('notes the place, and whether the person was never seen there', async () => {
    const who = await newcomer();
    const seen: (number | null)[] = [];
    for (const address of ['203.0.113.20', '203.0.113.20', '2001:db8::7', '203.0.113.20']) {
      await from(who, address, { type: 'PAGE' });
      const row = await eventually(async () => {
        const found = await last(who);
        expect(found).toMatchObject({ address, city: expect.any(String), network: expect.any(String) });
        return found;
      });
      seen.push(row.isNew);
    }
    expect(seen).toEqual([1, 0, 1, 0]);
    expect({ 'one address is asked for once a day': lookups.total }).toEqual({
      'one address is asked for once a day': 2,
    });
  });

  it.each([
    ['fails', { failRate: 1 }],
    ['takes longer than a second', { delayMs: 30_000 }],
    ['is away', { down: true }],
  ])('that %s leaves the record without it', async (_, faults) => {
    lookups.change(faults);
    const who = await newcomer();
    await from(who, `198.51.100.${who.person.id % 250}`, { type: 'PAGE' });
    const row = await eventually(async () => {
      const found = await last(who);
      expect(found.isNew).toBe(1);
      return found;
    });
    expect(row).toMatchObject({ city: null, network: null });
    await workers.get(AddressLocationsService, { strict: false }).lookUp(999_999_999);
  });
});

describe('the sweep', () => {
  const service = () => workers.get(AddressLocationsService, { strict: false });
  /** A record whose job was lost with Redis: nobody was told of it. */
  async function lost(who: Client, address: string, ageMs: number): Promise<number> {
    const id = await api.get(Ids).take();
    await api.rows(sql`
      INSERT INTO behaviour_record (id, user_id, institution_id, type, source, detail, address, at)
      VALUES (${id}, ${who.person.id}, ${org.institutionId}, 'LOGIN', 'SERVER', '', ${address},
        ${new Date(Date.now() - ageMs)})`);
    return id;
  }
  const isNewOf = async (id: number) =>
    (
      await api.rows<{ isNew: number | null }>(
        sql`SELECT is_new AS isNew FROM behaviour_record WHERE id = ${id}`,
      )
    )[0]!.isNew;

  it('looks up what was lost, once, and asks for an address once', async () => {
    await service().reconcile();
    lookups.reset();
    const who = await newcomer();
    const ids = [];
    for (let count = 0; count < 5; count++) ids.push(await lost(who, '203.0.113.99', 10 * 60_000));
    expect(await service().reconcile()).toBe(5);
    expect(await last(who)).toMatchObject({
      city: expect.any(String),
      network: expect.any(String),
      isNew: 0,
    });
    expect(await Promise.all(ids.map(isNewOf))).toEqual([1, 0, 0, 0, 0]);
    expect(lookups.total).toBe(1);
    expect(await service().reconcile()).toBe(0);
  });

  it('leaves those whose own job is at it, and those of days ago', async () => {
    const who = await newcomer();
    const [fresh, stale] = [
      await lost(who, '203.0.113.98', 1_000),
      await lost(who, '203.0.113.98', 30 * 3_600_000),
    ];
    expect(await service().reconcile()).toBe(0);
    expect([await isNewOf(fresh), await isNewOf(stale)]).toEqual([null, null]);
  });

  it('goes over a part at a time, found by an index', async () => {
    const part = unlookedUp(Date.now());
    expect(part.text).toMatch(/LIMIT \?$/);
    const [step] = await planOf(api, part);
    expect(step).toMatchObject({ type: 'range', key: 'behaviour_unlooked' });
  });
});

describe('a detail', () => {
  it.each([
    ['/task/:id', '/task/:id'],
    ['called 55 1234 5678 twice', 'called ••• twice'],
    ['+52 (55) 1234-5678', '+•••'],
    ['ana@example.com asked', '••• asked'],
    ['CURP GOMA800101MDFRRN09', 'CURP •••'],
    ['RFC GOMA800101AB1 ok', 'RFC ••• ok'],
    ['page 12 of 340', 'page 12 of 340'],
    ['a\n\tb\u0000c', 'a b c'],
    ['x'.repeat(500), 'x'.repeat(120)],
  ])('%j is kept as %j', (text, kept) => {
    expect(cleanDetail(text)).toBe(kept);
  });
});
