import { beforeAll, expect, it } from '@jest/globals';
import type { AnnouncementRow } from '../../../contract/supervision/announcements.js';
import type { AuditRow } from '../../../contract/administration/audit.js';
import type { AddressList } from '../../../contract/administration/configuration.js';
import type { GrantsInfo } from '../../../contract/administration/grants.js';
import type { InstitutionInfo } from '../../../contract/administration/institutions.js';
import type { Page } from '../../../contract/shared/page.js';
import type { SoftphoneInfo } from '../../../contract/contact/softphones.js';
import { useSite } from '../../support/site.js';

let placeId: number;

const { org, admin } = useSite({ people: { admin: 'admin' } });
beforeAll(async () => {
  placeId = await sent('institutionalManagement/createOrUpdate', institution({}));
});

const institution = (more: object) => ({
  name: 'Sur',
  code: 'SUCURSAL',
  parentId: org.institutionId,
  ...more,
});
async function sent(path: string, body: object): Promise<number> {
  const { code, data, message } = await admin.post<{ id: number; msgId?: number } | null>(path, body);
  expect({ path, code, message }).toMatchObject({ path, code: '00' });
  return data?.msgId ?? data?.id ?? 0;
}
const newest = async (kind: string) =>
  (await admin.get<Page<AuditRow>>(`audit/list?kind=${kind}`)).data.result[0]!;
const putBack = (id: number) => admin.post<{ inForce?: object }>('audit/putBack', { id });
/** The newest change of the kind, put back; the new one is the same in reverse. */
async function back(kind: string): Promise<void> {
  const change = await newest(kind);
  expect(change.mayPutBack).toBe(true);
  const { code, message } = await putBack(change.id);
  expect({ kind, code, message }).toMatchObject({ kind, code: '00' });
  expect((await newest(kind)).id).toBeGreaterThan(change.id);
}
const info = async () =>
  (await admin.get<InstitutionInfo>(`institutionalManagement/info?id=${placeId}`)).data;
const rightsOf = async () =>
  (await admin.get<GrantsInfo>(`institutionalManagement/permissions?institutionId=${placeId}&role=leader`))
    .data;

it('a change of an institution, its place in the tree and its closing are put back', async () => {
  await sent('institutionalManagement/createOrUpdate', institution({ id: placeId, name: 'Norte' }));
  await back('institution');
  expect((await info()).name).toBe('Sur');
  const otherId = await sent('institutionalManagement/createOrUpdate', institution({ code: 'OTRA' }));
  await sent('institutionalManagement/createOrUpdate', institution({ id: placeId, parentId: otherId }));
  await back('institution');
  expect((await info()).parentId).toBe(org.institutionId);
  await sent('institutionalManagement/setStatus', { id: otherId, enabled: false });
  await sent('institutionalManagement/setStatus', { id: otherId, enabled: true });
  await back('institution');
  const other = await admin.get<InstitutionInfo>(`institutionalManagement/info?id=${otherId}`);
  expect(other.data.enabled).toBe(false);
});

it('a change of a group is put back, and what changed since in the same field is not overwritten', async () => {
  const form = { institutionId: placeId, name: 'Equipo' };
  const id = await sent('institutionalManagement/group/createOrUpdate', form);
  const groups = async () => (await info()).groups.map(({ name, enabled }) => ({ name, enabled }));
  await sent('institutionalManagement/group/createOrUpdate', { ...form, id, name: 'Otro' });
  const change = await newest('group');
  await sent('institutionalManagement/group/createOrUpdate', { ...form, id, name: 'Tercero' });
  expect(await putBack(change.id)).toMatchObject({ code: '23', data: { inForce: { name: 'Tercero' } } });
  await back('group');
  expect(await groups()).toEqual([{ name: 'Otro', enabled: true }]);
  await sent('institutionalManagement/group/setStatus', { id, enabled: false });
  await back('group');
  expect(await groups()).toEqual([{ name: 'Otro', enabled: true }]);
});

it('a change of what a role may is put back, within what the one above still has', async () => {
  const { permissions, menu } = await rightsOf();
  const change = { institutionId: placeId, role: 'leader', menu };
  const less = permissions.filter((one) => one !== 'user:read');
  await sent('institutionalManagement/permissions', { ...change, version: 0, permissions: less });
  expect((await rightsOf()).permissions).toEqual(less);
  await back('grants');
  expect((await rightsOf()).permissions).toEqual(permissions);
});

it('a change of a line and its state are put back, and a new password is not', async () => {
  const form = { institutionId: placeId, supplier: 'Telvoz', extensionNumber: '100', provider: null };
  const id = await sent('softPhone/createOrUpdate', { ...form, password: 'secret-1' });
  const phone = async () => (await admin.get<SoftphoneInfo>(`softPhone/info/${id}`)).data;
  await sent('softPhone/createOrUpdate', { ...form, id, extensionNumber: '101', password: null });
  await back('softphone');
  expect((await phone()).extensionNumber).toBe('100');
  await sent('softPhone/operator', { id, act: 'disable' });
  await back('softphone');
  expect((await phone()).status).toBe('ENABLED');
  await sent('softPhone/createOrUpdate', { ...form, id, password: 'secret-2' });
  const { id: secret, mayPutBack } = await newest('softphone');
  expect([mayPutBack, (await putBack(secret)).code]).toEqual([false, '23']);
});

it('when an announcement is shown is put back', async () => {
  const texts = { es: 'Hola', en: 'Hello', cn: '你好' };
  const form = { kind: 'NOTICE', texts, endsAt: '2030-01-01T00:00:00Z' };
  const msgId = await sent('msg/addMsg', form);
  await sent('msg/updateMsg', { ...form, msgId, endsAt: '2031-01-01T00:00:00Z' });
  await back('announcement');
  const { result } = (await admin.post<Page<AnnouncementRow>>('msg/queryAllMsg', { msgId })).data;
  expect(result[0]).toMatchObject({ endsAt: '2030-01-01T00:00:00.000Z', texts });
});

it('a white list is put back unless it would lock out who does it', async () => {
  const list = async () => (await admin.get<AddressList & { version: number }>('loginLimit/whiteList')).data;
  const save = async (addresses: string) => {
    const { version } = await list();
    await sent('loginLimit/whiteList', { ...(await list()), addresses, version });
  };
  await save('127.0.0.0/8');
  await save('127.0.0.0/8, 10.0.0.0/8');
  await back('addressList');
  expect((await list()).addresses).toBe('127.0.0.0/8');
  await back('addressList');
  expect((await list()).addresses).toContain('10.0.0.0/8');
});
