import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApprovalKind, ApprovalRow } from '../../../contract/administration/approvals.js';
import type { ComplianceDecision } from '../../../contract/contact/contact-compliance.js';
import type { Grants } from '../../../contract/permissions.js';
import type { Page } from '../../../contract/shared/page.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { useDesk } from '../../support/site.js';
import { below } from '../../support/tree.js';
import { contactOf, createDesk, openCase } from '../cases/desk.js';

const NOON = '2026-11-18T17:00:00Z';
const DAY_MS = 24 * 3_600_000;

let person: Person;
let second: Client;

const { desk } = useDesk(createDesk, { clock: NOON });
beforeAll(async () => {
  person = await createUser(desk.api, desk.org, 'admin', { name: 'second' });
  second = await signedIn(desk.api, person);
});

let requests = 0;
const clientRequestId = () => `approval-${(requests += 1)}`;
const request = (kind: ApprovalKind, client = desk.as.admin, more: object = {}) =>
  client.post<{ id: number }>('approval/request', {
    ...{ kind, institutionId: desk.org.institutionId, reason: 'The lender asks for it' },
    clientRequestId: clientRequestId(),
    ...more,
  });
const decide = (id: number, client = second, more: object = {}) =>
  client.post('approval/decide', {
    ...{ id, version: 1, approve: true, answer: 'Checked', clientRequestId: clientRequestId() },
    ...more,
  });
const end = (id: number, version: number, client = desk.as.admin) =>
  client.post('approval/end', { id, version, clientRequestId: clientRequestId() });
const rows = async (client = desk.as.admin, filter = '') =>
  (await client.get<Page<ApprovalRow>>(`approval/list?${filter}`)).data.result;

describe('what takes two administrators', () => {
  it('is to contact whom the borrower’s device names', async () => {
    const taskId = await openCase(desk, 'collector');
    const contactId = await contactOf(desk, taskId);
    await desk.api.rows(sql`UPDATE contact SET relation = 'R11' WHERE id = ${contactId}`);
    const allowed = async () =>
      (
        await desk.as.collector.post<ComplianceDecision>('contact/check', {
          taskId,
          contactId,
          channel: 'CALL',
        })
      ).data.allow;
    const { id } = (await request('DEVICE_CONTACT')).data;
    expect(await request('DEVICE_CONTACT', second)).toMatchObject({ code: '23' });
    expect(await decide(id, desk.as.admin)).toMatchObject({ code: '20' });
    expect(await allowed()).toBe(false);
    expect(await decide(id, second, { version: 2 })).toMatchObject({
      code: '23',
      data: { inForce: { version: 1, status: 'WAITING' } },
    });
    expect((await decide(id)).code).toBe('00');
    expect((await decide(id, second, { version: 2 })).code).toBe('23');
    expect(await allowed()).toBe(true);
    expect((await end(id, 2)).code).toBe('00');
    expect(await allowed()).toBe(false);
    expect(await rows()).toMatchObject([
      { status: 'ENDED', requestedBy: 'admin', decidedBy: 'second', endedBy: 'admin', mine: true },
    ]);
  });

  it('is to keep what the device named, as long as that is approved', async () => {
    const kept = async () => {
      const [row] = await desk.api.rows<{ kept: number }>(
        sql`SELECT device_data AS kept FROM institution WHERE id = ${desk.org.institutionId}`,
      );
      return row!.kept;
    };
    const { id } = (await request('DEVICE_KEEP')).data;
    expect(await kept()).toBe(0);
    await decide(id);
    expect(await kept()).toBe(1);
    await end(id, 2, second);
    expect(await kept()).toBe(0);
  });

  it('is nothing that was refused, for which the way is open to ask again', async () => {
    const { id } = (await request('DEVICE_KEEP')).data;
    expect((await decide(id, second, { approve: false, answer: ' ' })).code).toBe('22');
    expect((await decide(id, second, { approve: false, answer: 'No contract' })).code).toBe('00');
    expect((await rows(second, 'status=REFUSED'))[0]).toMatchObject({ answer: 'No contract', mine: false });
    expect((await end(id, 2)).code).toBe('23');
    const again = (await request('DEVICE_KEEP')).data;
    expect((await end(again.id, 1)).code).toBe('00');
  });

  it('is one effect of a request that came twice', async () => {
    const twice = { clientRequestId: clientRequestId() };
    const [one, other] = [
      await request('DEVICE_KEEP', second, twice),
      await request('DEVICE_KEEP', second, twice),
    ];
    expect(one.data).toEqual(other.data);
    expect((await end(one.data.id, 1)).code).toBe('00');
  });

  it('exists for administrators of the institution alone, and of those above', async () => {
    for (const name of ['collector', 'leader', 'supervisor'] as const)
      expect({ [name]: (await desk.as[name].get('approval/list')).code }).toEqual({ [name]: '20' });
    const { id } = (await request('DEVICE_KEEP')).data;
    expect((await decide(id, desk.as.otherAdmin)).code).toBe('21');
    expect((await end(id, 1, desk.as.otherAdmin)).code).toBe('21');
    expect(await rows(desk.as.otherAdmin)).toEqual([]);
    const elsewhere = { institutionId: desk.org.otherInstitutionId };
    expect(await request('DEVICE_KEEP', second, elsewhere)).toMatchObject({ code: '21' });
    await end(id, 1);
  });
});

describe('whoever asks has not made the one who decides', () => {
  const at = (days: number) => new Date(Date.parse(NOON) - days * DAY_MS);
  async function made(name: string, maker: Person, of: Person, when = at(6)): Promise<void> {
    const changes = { role: { before: 'leader', after: 'admin' } };
    const payload = JSON.stringify({ userId: of.id, institutionId: desk.org.institutionId, changes });
    await desk.api.rows(sql`
      INSERT INTO domain_event (name, subject_type, subject_id, actor_id, payload, effective_at, recorded_at)
      VALUES (${name}, 'user', ${of.id}, ${maker.id}, ${payload}, ${when}, ${when})`);
  }
  const newAdmin = () => createUser(desk.api, desk.org, 'admin');

  it.each(['user.created', 'user.changed', 'user.passwordReset'])(
    'by %s within thirty days',
    async (name) => {
      const [maker, puppet] = [await newAdmin(), await newAdmin()];
      const asks = await signedIn(desk.api, maker);
      const decides = await signedIn(desk.api, puppet);
      await made(name, maker, puppet);
      const { id } = (await request('DEVICE_CONTACT', asks)).data;
      expect(await decide(id, decides)).toMatchObject({ code: '20' });
      expect((await decide(id)).code).toBe('00');
      await end(id, 2);
    },
  );

  it('nor by the hand of somebody whom they made', async () => {
    const [maker, between, puppet] = [await newAdmin(), await newAdmin(), await newAdmin()];
    await made('user.created', maker, between);
    await made('user.passwordReset', between, puppet);
    const { id } = (await request('DEVICE_CONTACT', await signedIn(desk.api, maker))).data;
    expect((await decide(id, await signedIn(desk.api, puppet))).code).toBe('20');
    await end(id, 1);
  });

  it('but may have 31 days ago, and others may at any time', async () => {
    const [maker, other, old] = [await newAdmin(), await newAdmin(), await newAdmin()];
    await made('user.created', maker, old, at(31));
    await made('user.created', other, old);
    const { id } = (await request('DEVICE_CONTACT', await signedIn(desk.api, maker))).data;
    expect((await decide(id, await signedIn(desk.api, old))).code).toBe('00');
    await end(id, 2);
  });

  it('nor given the role of the one who decides a right by themselves, there or above; taking one ties nobody', async () => {
    const place = await below(
      desk.api,
      { id: desk.org.institutionId, path: `/${desk.org.institutionId}/` },
      'RIGHTS',
    );
    const leaf = await below(desk.api, place, 'RIGHTS2');
    const decides = await signedIn(
      desk.api,
      await createUser(desk.api, desk.org, 'admin', { institutionId: leaf.id }),
    );
    const path = `institutionalManagement/permissions`;
    const change = async (role: string) => {
      const held = (await second.get<Grants>(`${path}?institutionId=${place.id}&role=${role}`)).data;
      const permissions = held.permissions.filter((one) => one !== 'audit:export');
      const body = { institutionId: place.id, role, version: 0, permissions, menu: held.menu };
      expect((await second.post(path, body)).code).toBe('00');
    };
    const asked = async () => (await request('DEVICE_KEEP', second, { institutionId: leaf.id })).data.id;
    await change('supervisor');
    expect((await decide(await asked(), decides)).code).toBe('00');
    const ended = async () => {
      const [{ id }] = (await rows(decides)) as [ApprovalRow];
      expect((await end(id, 2, decides)).code).toBe('00');
    };
    await change('admin');
    await ended();
    expect((await decide(await asked(), decides)).code).toBe('00');
    await ended();
    // As it could be done before it took two.
    const changes = { permissions: { before: ['audit:read'], after: ['audit:read', 'approval:decide'] } };
    const payload = JSON.stringify({ institutionId: place.id, role: 'admin', changes });
    await desk.api.rows(sql`
      INSERT INTO domain_event (name, subject_type, subject_id, actor_id, payload, effective_at, recorded_at)
      VALUES ('grants.changed', 'institution', ${place.id}, ${second.person.id}, ${payload}, ${at(1)}, ${at(1)})`);
    expect((await decide(await asked(), decides)).code).toBe('20');
  });

  it('by the calls that administrators make', async () => {
    const puppet = await newAdmin();
    expect((await second.post('manage/user/resetPassword', { id: puppet.id })).code).toBe('00');
    const { id } = (await request('DEVICE_CONTACT', second)).data;
    expect((await decide(id, await signedIn(desk.api, puppet))).code).toBe('20');
    await end(id, 1);
  });
});
