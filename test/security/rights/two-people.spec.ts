import { beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_USER, type UserInfo } from '../../../contract/administration/users.js';
import type { Role } from '../../../contract/codes.js';
import type { RequestRow } from '../../../contract/cases/requests.js';
import type { Page } from '../../../contract/shared/page.js';
import { FirstAdministratorService } from '../../../server/features/setup/first-administrator.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { contactOf, createDesk, openCase, requestId } from '../../features/cases/desk.js';
import { decideFor } from '../../support/approvals.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { useDesk } from '../../support/site.js';
import { below } from '../../support/tree.js';

const NOON = '2026-11-18T17:00:00Z';
const DAY_MS = 24 * 3_600_000;

let maker: Client;
let other: Client;

const { desk } = useDesk(createDesk, { clock: NOON });
beforeAll(async () => {
  [maker, other] = [await old('admin'), await old('admin')];
});

/** Somebody who was there before anybody's last thirty days. */
const old = async (role: Role) => signedIn(desk.api, await createUser(desk.api, desk.org, role));
type Made = { id: number; approvalId: number | null };
let names = 0;
const formOf = (role: Role, institutionId: number) => ({
  ...DEFAULT_USER,
  ...{ username: `puppet.${(names += 1)}`, name: 'Puppet', role, institutionId },
  ...(role === 'leader' && { groupId: desk.org.groupId }),
  ...(role === 'member' && { groupId: desk.org.groupId, queueId: desk.org.queueId }),
});
/** An account that somebody makes by the call of the screen, signed in. */
async function made(
  by: Client,
  role: Role = 'admin',
  institutionId = desk.org.institutionId,
): Promise<Client> {
  const form = formOf(role, institutionId);
  const { code, data } = await by.post<Made>('manage/user/createOrUpdate', form);
  expect(code).toBe('00');
  expect(await decideFor(by === other ? maker : other, data.approvalId)).toBe('00');
  return signedIn(desk.api, { id: data.id, username: form.username, role });
}
const again = (client: Client) => signedIn(desk.api, client.person);

const REFUSED = { code: '20', message: expect.stringMatching(/^This takes two people.*Within 30 days/) };
const ask = async (by: Client, institutionId = desk.org.institutionId) => {
  const body = { kind: 'LISTEN_UNSEEN', institutionId, reason: 'Training', clientRequestId: requestId() };
  const { code, data } = await by.post<{ id: number }>('approval/request', body);
  expect(code).toBe('00');
  return data.id;
};
const decide = (by: Client, id: number, approve = true) =>
  by.post('approval/decide', { id, version: 1, approve, answer: 'Seen', clientRequestId: requestId() });
/** Asked by one and decided by the other; what is left of it is ended by somebody independent. */
async function decided(asks: Client, decides: Client, institutionId?: number) {
  const id = await ask(asks, institutionId);
  const answer = await decide(decides, id);
  const version = answer.code === '00' ? 2 : 1;
  expect((await asks.post('approval/end', { id, version, clientRequestId: requestId() })).code).toBe('00');
  return answer;
}

describe('an approval takes two people', () => {
  it('and no puppet that asks for its maker, whichever of them decides', async () => {
    const puppet = await made(maker);
    expect(await decided(puppet, maker)).toMatchObject(REFUSED);
    expect(await decided(maker, puppet)).toMatchObject(REFUSED);
    expect((await decided(puppet, other)).code).toBe('00');
  });

  it('and not two puppets of one maker', async () => {
    expect(await decided(await made(maker), await made(maker))).toMatchObject(REFUSED);
    expect((await decided(await made(maker), await made(other))).code).toBe('00');
  });

  it('and no chain of puppets', async () => {
    const second = await made(await made(maker));
    expect(await decided(second, maker)).toMatchObject(REFUSED);
    expect(await decided(second, await made(maker))).toMatchObject(REFUSED);
  });

  it.each([
    [
      'the password reset',
      (client: Client) => maker.post<Partial<Made>>('manage/user/resetPassword', { id: client.person.id }),
    ],
    ['another role', (client: Client) => roleOf(client, 'admin')],
    ['the account enabled', (client: Client) => enabledAgain(client)],
  ])('and nobody who was given %s by the other', async (_, tie) => {
    const person = await old('supervisor');
    await roleByHand(person, 'admin');
    const before = await again(person);
    expect((await decided(maker, before)).code).toBe('00');
    await roleByHand(person, 'supervisor');
    const { code, data } = await tie(person);
    expect(code).toBe('00');
    expect(await decideFor(other, data?.approvalId)).toBe('00');
    await roleByHand(person, 'admin');
    const tied = await again(person);
    expect(await decided(maker, tied)).toMatchObject(REFUSED);
    expect((await decided(other, tied)).code).toBe('00');
  });

  it('and ties nobody by a name, nor after thirty days', async () => {
    const renamed = await old('admin');
    const { data } = await maker.get<UserInfo>(`manage/user/info?id=${renamed.person.id}`);
    const change = { ...data, name: 'Another name', id: data.id, version: data.version };
    expect((await maker.post('manage/user/createOrUpdate', change)).code).toBe('00');
    expect((await decided(maker, await again(renamed))).code).toBe('00');
    const [within, over] = [await old('admin'), await old('admin')];
    await createdAt(maker.person, within.person, 29);
    await createdAt(maker.person, over.person, 31);
    expect((await decided(maker, within)).code).toBe('20');
    expect((await decided(maker, over)).code).toBe('00');
  });

  it('unless who decides is an administrator of an institution above', async () => {
    const org = { id: desk.org.institutionId, path: `/${desk.org.institutionId}/` };
    const leaf = await below(desk.api, org, 'LEAF');
    const puppet = await made(maker, 'admin', leaf.id);
    expect((await decided(puppet, maker, leaf.id)).code).toBe('00');
    expect(await decided(maker, puppet, leaf.id)).toMatchObject(REFUSED);
    expect(await decided(puppet, await made(maker, 'admin', leaf.id), leaf.id)).toMatchObject(REFUSED);
  });

  async function roleByHand(client: Client, role: Role) {
    await desk.api.rows(sql`UPDATE user SET role = ${role} WHERE id = ${client.person.id}`);
  }
  async function roleOf(client: Client, role: Role) {
    return maker.post<Partial<Made>>('institutionalManagement/accounts', { id: client.person.id, role });
  }
  async function enabledAgain({ person }: Client) {
    await roleByHand({ person } as Client, 'admin');
    await maker.post('manage/user/setStatus', { userId: person.id, enabled: false });
    return maker.post<Partial<Made>>('manage/user/setStatus', { userId: person.id, enabled: true });
  }
  async function createdAt(by: Person, of: Person, days: number) {
    const at = new Date(Date.parse(NOON) - days * DAY_MS);
    const payload = JSON.stringify({ userId: of.id, institutionId: desk.org.institutionId });
    await desk.api.rows(sql`
      INSERT INTO domain_event (name, subject_type, subject_id, actor_id, payload, effective_at, recorded_at)
      VALUES ('user.created', 'user', ${of.id}, ${by.id}, ${payload}, ${at}, ${at})`);
  }
});

describe('a stop', () => {
  const stop = async (by: Client, subjectId: number) => {
    const body = { kind: 'COLLECTOR', subjectId, reason: 'Threats', clientRequestId: requestId() };
    return (await by.post<{ id: number }>('guard/stop', body)).data.id;
  };
  const lift = (by: Client, id: number) => by.post('guard/resume', { id, version: 1, reason: 'Spoken with' });

  it('is not lifted by an account that the one who is stopped has made', async () => {
    const id = await stop(await old('supervisor'), maker.person.id);
    expect(await lift(await made(maker), id)).toMatchObject(REFUSED);
    expect((await lift(other, id)).code).toBe('00');
  });

  it('is not lifted by a puppet of the one who stopped it, nor the reverse', async () => {
    const puppet = await made(maker, 'supervisor');
    const mine = await stop(maker, desk.people.collector.id);
    expect(await lift(puppet, mine)).toMatchObject(REFUSED);
    expect((await lift(other, mine)).code).toBe('00');
    const its = await stop(puppet, desk.people.collector.id);
    expect(await lift(maker, its)).toMatchObject(REFUSED);
    expect((await lift(other, its)).code).toBe('00');
  });

  it('is lifted in a house of two administrators, who made all five others', async () => {
    const [one, two] = [await old('admin'), await old('admin')];
    const supervisor = await made(one, 'supervisor');
    await made(one, 'leader');
    const collectors = [await made(one, 'member'), await made(two, 'member'), await made(one, 'member')];
    for (const { person } of collectors) {
      expect((await lift(two, await stop(one, person.id))).code).toBe('00');
      expect((await lift(one, await stop(two, person.id))).code).toBe('00');
      expect((await lift(two, await stop(supervisor, person.id))).code).toBe('00');
    }
  });
});

describe('a second word of another kind', () => {
  it('about a guarantor is not a puppet’s', async () => {
    const cells = { contact1Name: 'Eva', contact1Phone: '5511129901', contact1Relation: 'R06' };
    const taskId = await openCase(desk, 'collector', { cells });
    const of = { taskId, contactId: await contactOf(desk, taskId, 'R06') };
    expect((await maker.post('contact/guarantor', { ...of, guarantor: true })).code).toBe('00');
    const confirm = (by: Client) => by.post('contact/guarantor/confirm', { ...of, confirmed: true });
    expect(await confirm(await made(maker, 'supervisor'))).toMatchObject(REFUSED);
    expect((await confirm(desk.as.supervisor)).code).toBe('00');
  });

  it('about a request is not given by whoever made the one who asks', async () => {
    const puppet = await made(maker, 'member');
    const taskId = await openCase(desk, 'collector');
    await desk.api.rows(sql`UPDATE collection_case SET owner_id = ${puppet.person.id} WHERE id = ${taskId}`);
    const record = { taskId, callResult: 'FRAUD', notes: 'why', clientRequestId: requestId() };
    expect((await puppet.post('task/record', record)).code).toBe('00');
    const { data } = await maker.get<Page<RequestRow>>(`request/list?taskId=${taskId}`);
    const decision = { requestId: data.result[0]!.id, version: 1, grant: true, reason: 'seen' };
    const grant = (by: Client) => by.post('request/decide', { ...decision, clientRequestId: requestId() });
    expect(await grant(maker)).toMatchObject(REFUSED);
    expect(await grant(await made(maker, 'leader'))).toMatchObject(REFUSED);
    expect((await grant(desk.as.leader)).code).toBe('00');
  });

  it('about a complaint is neither a puppet’s of who handled it, nor of whom it is about', async () => {
    const taskId = await openCase(desk, 'collector');
    const act = (by: Client, name: string, body: object) =>
      by.post<{ id: number }>(`customer/service/${name}`, { clientRequestId: requestId(), ...body });
    const complaint = { taskId, type: 'CONDUCT', level: 2, content: 'Shouted' };
    const { id } = (await act(other, 'create', complaint)).data;
    await act(other, 'allocate', { id, handlerId: maker.person.id });
    expect((await act(maker, 'process', { id, method: 'EXPLAINED', remarks: 'Explained' })).code).toBe('00');
    const puppet = await made(maker, 'supervisor');
    expect(await act(puppet, 'done', { id, keepHold: false })).toMatchObject(REFUSED);
    await desk.api.rows(sql`UPDATE complaint SET collector_id = ${maker.person.id} WHERE id = ${id}`);
    expect(await act(puppet, 'return', { id, note: 'Again' })).toMatchObject(REFUSED);
    expect((await act(other, 'done', { id, keepHold: false })).code).toBe('00');
  });
});

describe('what the host does', () => {
  it('ties nobody: a password that it renews', async () => {
    const [one, two] = [await old('admin'), await old('admin')];
    for (const { person } of [one, two])
      expect(await desk.api.get(FirstAdministratorService).renew(person.username)).not.toBeNull();
    expect((await decided(await again(one), await again(two))).code).toBe('00');
  });
});
