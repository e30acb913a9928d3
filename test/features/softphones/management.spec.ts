import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from '../../../contract/shared/page.js';
import type { BindRecord, Softphone, SoftphoneInfo } from '../../../contract/contact/softphones.js';
import type { UserInfo } from '../../../contract/administration/users.js';
import { Vault } from '../../../server/platform/crypto/vault.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { TestSocket } from '../../support/sockets.js';
import { useSite } from '../../support/site.js';
import { rightsChanged } from '../../support/tree.js';

let ana: Person;
let phoneId: number;
let next = 8_000;

const { api, org, admin } = useSite({ workers: true, people: { admin: 'admin' } });
beforeEach(async () => {
  ana = await createUser(api, org, 'member');
  phoneId = await add();
});

const form = (more: object = {}) => ({
  institutionId: org.institutionId,
  supplier: 'Telvoz',
  extensionNumber: String(next++),
  provider: null,
  password: 'line-4711',
  ...more,
});
const save = (who: Client, more: object = {}) =>
  who.post<{ id: number }>('softPhone/createOrUpdate', form(more));
const add = async (more: object = {}) => (await save(admin, more)).data.id;
const operate = (act: string, more: object = {}, who = admin) =>
  who.post<object>('softPhone/operator', { id: phoneId, act, ...more });
const bind = (agentId: number, more: object = {}) => operate('bind', { agentId, ...more });
const info = async (id = phoneId) => (await admin.get<SoftphoneInfo>(`softPhone/info/${id}`)).data;
const records = async () =>
  (await admin.get<Page<BindRecord>>(`softPhone/bindRecord?softPhoneId=${phoneId}`)).data.result;
const mine = async (who: Client) => (await who.get<Softphone | null>('softPhone/getMySoftPhone')).data;

describe('a softphone', () => {
  it('is made, changed and found again; its password is kept and never answered', async () => {
    const made = form({ provider: 'Axtel' });
    const { id } = (await admin.post<{ id: number }>('softPhone/createOrUpdate', made)).data;
    const seen = await admin.get<SoftphoneInfo>(`softPhone/info/${id}`);
    expect(seen.data).toMatchObject({ provider: 'Axtel', status: 'ENABLED', agentId: null });
    expect(JSON.stringify(seen)).not.toContain(made.password);
    const change = { ...made, id, version: seen.data.version, provider: 'Totalplay', password: null };
    expect((await admin.post('softPhone/createOrUpdate', change)).code).toBe('00');
    const stale = await admin.post('softPhone/createOrUpdate', change);
    expect(stale).toMatchObject({ code: '23', data: { inForce: { provider: 'Totalplay' } } });
    const [row] = await api.rows<{ sealed: Buffer }>(sql`
      SELECT password_enc AS sealed FROM softphone WHERE id = ${id}`);
    expect(api.get(Vault).open(row!.sealed)).toBe(made.password);
    const listed = await admin.get<Page<SoftphoneInfo>>(
      `softPhone/list?extensionNumber=${made.extensionNumber}&bound=unbound&status=ENABLED`,
    );
    expect(listed.data.result.map((each) => each.id)).toEqual([id]);
    const events = await api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name LIKE 'softphone.%' AND subject_id = ${id}`);
    expect(events).toHaveLength(2);
    expect(JSON.stringify(events)).not.toContain(made.password);
  });

  it('needs a password, a number of its own, and an institution that one administers', async () => {
    const { extensionNumber } = await info();
    expect(await save(admin, { password: null })).toMatchObject({
      code: '22',
      data: { fields: [{ field: 'password' }] },
    });
    expect((await save(admin, { extensionNumber })).code).toBe('22');
    expect((await save(admin, { extensionNumber, supplier: 'Lunar' })).code).toBe('00');
    expect((await save(admin, { institutionId: org.otherInstitutionId })).code).toBe('21');
  });

  it('is for administrators, of their own institutions', async () => {
    for (const role of ['member', 'leader', 'supervisor'] as const) {
      const other = await signedIn(api, await createUser(api, org, role));
      expect((await other.get('softPhone/list')).code).toBe('20');
      expect((await operate('disable', {}, other)).code).toBe('20');
    }
    const far = { institutionId: org.otherInstitutionId, groupId: null };
    const elsewhere = await signedIn(api, await createUser(api, org, 'admin', far));
    expect((await elsewhere.get<Page<SoftphoneInfo>>('softPhone/list')).data.totalCount).toBe(0);
    expect((await elsewhere.get(`softPhone/info/${phoneId}`)).code).toBe('21');
    expect((await elsewhere.get(`softPhone/getByBindAgentId?agentId=${ana.id}`)).code).toBe('21');
    expect((await elsewhere.get<Page<object>>('softPhone/bindRecord')).data.totalCount).toBe(0);
    expect((await operate('disable', {}, elsewhere)).code).toBe('21');
    const stranger = await createUser(api, org, 'member', far);
    expect((await bind(stranger.id)).code).toBe('21');
  });
});

describe('binding', () => {
  it('gives the softphone to its collector, whose page hears of it, and keeps who had it', async () => {
    const anas = await signedIn(api, ana);
    const socket = await TestSocket.open(anas);
    expect((await bind(ana.id)).code).toBe('00');
    await socket.next('tags.changed', ({ data }) => data.tags.some(({ type }) => type === 'OwnSoftphone'));
    socket.close();
    expect(await mine(anas)).toMatchObject({ password: 'line-4711' });
    const bound = await admin.get<SoftphoneInfo>(`softPhone/getByBindAgentId?agentId=${ana.id}`);
    expect(bound.data).toMatchObject({ id: phoneId, agentId: ana.id });
    expect((await admin.get<UserInfo>(`manage/user/info?id=${ana.id}`)).data.phones).toHaveLength(1);
    expect((await operate('unbind')).code).toBe('00');
    expect(await mine(anas)).toBeNull();
    const [record] = await records();
    expect(record).toMatchObject({ agentId: ana.id, unboundAt: expect.any(String) });
    expect(record!.boundBy).toBe(record!.unboundBy);
  });

  it('is refused of a softphone that is taken or disabled, and to who has one, is disabled, or works elsewhere', async () => {
    const beto = await createUser(api, org, 'member');
    expect((await bind(ana.id)).code).toBe('00');
    expect((await bind(ana.id)).code).toBe('00');
    expect(await records()).toHaveLength(1);
    expect((await bind(beto.id)).code).toBe('23');
    const second = await add();
    expect((await bind(ana.id, { id: second })).code).toBe('23');
    await operate('disable', { id: second });
    expect((await bind(beto.id, { id: second })).code).toBe('23');
    await operate('enable', { id: second });
    await admin.post('manage/user/setStatus', { userId: beto.id, enabled: false });
    expect((await bind(beto.id, { id: second })).code).toBe('23');
    expect((await operate('bind')).code).toBe('22');
  });

  it('has one winner of twenty at once, of people and of softphones', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => createUser(api, org, 'member')));
    const answers = await Promise.all(people.map(({ id }) => bind(id)));
    expect(answers.map(({ code }) => code).sort()).toEqual(['00', ...Array<string>(19).fill('23')]);
    const winner = people[answers.findIndex(({ code }) => code === '00')]!;
    expect(await info()).toMatchObject({ agentId: winner.id });
    expect((await records()).map(({ agentId }) => agentId)).toEqual([winner.id]);
    const phones: number[] = [];
    for (let count = 0; count < 20; count++) phones.push(await add());
    const codes = await Promise.all(phones.map((id) => bind(ana.id, { id }).then(({ code }) => code)));
    expect(codes.sort()).toEqual(['00', ...Array<string>(19).fill('23')]);
    const [open] = await api.rows<{ open: number }>(sql`
      SELECT COUNT(*) AS open FROM softphone_binding WHERE user_id = ${ana.id} AND unbound_at IS NULL`);
    expect(open).toEqual({ open: 1 });
  });

  it('of two open records of one softphone the database keeps one', async () => {
    await bind(ana.id);
    const again = sql`
      INSERT INTO softphone_binding (softphone_id, user_id, bound_at) VALUES (${phoneId}, 1, ${new Date()})`;
    await expect(api.rows(again)).rejects.toThrow(/Duplicate/);
  });

  it('is told once for one request, and a version that has passed is refused', async () => {
    const { version } = await info();
    const once = { version, clientRequestId: crypto.randomUUID() };
    expect((await bind(ana.id, once)).code).toBe('00');
    expect((await bind(ana.id, once)).code).toBe('00');
    expect(await operate('disable', { version })).toMatchObject({
      code: '23',
      data: { inForce: { agentId: ana.id } },
    });
  });
});

describe('whoever leaves', () => {
  it('loses the softphone with the account, and with the institution', async () => {
    await bind(ana.id);
    expect((await admin.post('manage/user/setStatus', { userId: ana.id, enabled: false })).code).toBe('00');
    expect(await info()).toMatchObject({ agentId: null });
    expect((await records())[0]).toMatchObject({ unboundBy: expect.any(String) });
    expect((await admin.post('manage/user/setStatus', { userId: ana.id, enabled: true })).code).toBe('00');
    await bind(ana.id);
    await api.rows(sql`
      UPDATE institution SET path = CONCAT('/', ${org.institutionId}, '/', id, '/'), parent_id = ${org.institutionId}
      WHERE id = ${org.otherInstitutionId}`);
    await rightsChanged(api);
    const chief = await signedIn(api, admin.person);
    const seen = (await chief.get<UserInfo>(`manage/user/info?id=${ana.id}`)).data;
    const moved = {
      ...seen,
      institutionId: org.otherInstitutionId,
      role: 'supervisor',
      groupId: null,
      queueId: null,
    };
    expect((await chief.post('manage/user/createOrUpdate', moved)).code).toBe('00');
    expect(await info()).toMatchObject({ agentId: null });
  });

  it('by a disabled softphone cannot call, and keeps it', async () => {
    const anas = await signedIn(api, ana);
    await bind(ana.id);
    await operate('disable');
    expect(await mine(anas)).toBeNull();
    await operate('enable');
    expect(await mine(anas)).not.toBeNull();
  });
});
