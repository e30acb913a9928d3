import { beforeAll, describe, expect, it } from '@jest/globals';
import { Vault } from '../../../server/platform/crypto/vault.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { everything, ID_NO, numbersOf, publish, seenBy, unread } from './desk.js';

let admin: Client;
let ana: Client;
let luis: Client;
let stranger: Client;

const { api, org } = useSite();
beforeAll(async () => {
  const elsewhere = { institutionId: org.otherInstitutionId, groupId: null };
  admin = await signedIn(api, await createUser(api, org, 'admin'));
  ana = await signedIn(api, await createUser(api, org, 'member'));
  luis = await signedIn(api, await createUser(api, org, 'leader'));
  stranger = await signedIn(api, await createUser(api, org, 'member', elsewhere));
});

const opened = () => api.get(Vault).opened;

describe('violation announcements', () => {
  it('are told to everybody in the institution and to nobody outside, with the ID number masked', async () => {
    const msgId = await publish(admin, { idNo: ID_NO });
    const before = opened();
    for (const who of [ana, luis, admin]) {
      expect(await unread(who)).toEqual({
        totalCount: 1,
        result: [
          {
            msgId,
            name: 'Juan Pérez López',
            idNo: 'PELJ••••08',
            irregularities: 'Gave the balance of a borrower to a neighbour',
            processResult: 'Dismissed',
            base64Image: null,
            content: 'Juan Pérez López: Gave the balance of a borrower to a neighbour',
          },
        ],
      });
    }
    expect(await unread(stranger)).toEqual({ result: [], totalCount: 0 });
    expect(opened() - before).toBe(0);
    const [row] = await api.rows<{ sealed: Buffer }>(sql`
      SELECT id_no_enc AS sealed FROM announcement WHERE id = ${msgId}`);
    expect(row!.sealed.toString('latin1')).not.toContain('PELJ');
    expect(api.get(Vault).open(row!.sealed)).toBe(ID_NO);
  });

  it('are marked as read by one viewer only, once or twice', async () => {
    const msgId = await publish(admin);
    expect(await seenBy(ana, msgId)).toMatchObject({ status: 200, code: '00' });
    expect(await seenBy(ana, msgId)).toMatchObject({ code: '00' });
    expect(numbersOf(await unread(ana))).not.toContain(msgId);
    expect(numbersOf(await unread(ana, { status: '1' }))).toEqual([msgId]);
    expect(numbersOf(await unread(luis))).toContain(msgId);
    expect(await unread(luis, { status: '1' })).toEqual({ result: [], totalCount: 0 });
    const row = (await everything(admin)).result.find((one) => one.msgId === msgId);
    expect(row?.readCount).toBe(1);
  });

  it('of another institution, notices and made-up numbers cannot be marked', async () => {
    const msgId = await publish(admin);
    expect((await seenBy(stranger, msgId)).code).toBe('21');
    expect((await seenBy(ana, 999_999_999)).code).toBe('21');
    const notice = { kind: 'NOTICE', texts: { cn: '你好', en: 'Hello', es: 'Hola' } };
    const { data } = await admin.post<{ msgId: number }>('msg/addMsg', notice);
    expect((await seenBy(ana, data.msgId)).code).toBe('21');
    await admin.post(`msg/delete?msgId=${data.msgId}`);
    expect((await ana.post('msg/updateReadMsg')).code).toBe('22');
    expect((await ana.post('msg/updateReadMsg?msgId=1%20OR%201')).code).toBe('22');
  });

  it('come ten at a time, the newest first, and none twice while they are read', async () => {
    const reader = await signedIn(api, await createUser(api, org, 'member'));
    const made: number[] = [];
    for (let count = 0; count < 12; count++) made.unshift(await publish(admin));
    const first = await unread(reader, { size: undefined });
    expect(numbersOf(first)).toEqual(made.slice(0, 10));
    const total = first.totalCount;
    for (const msgId of numbersOf(first)) await seenBy(reader, msgId);
    const rest = await unread(reader);
    expect(rest.totalCount).toBe(total - 10);
    expect(numbersOf(rest).slice(0, 2)).toEqual(made.slice(10));
  });

  it('are read on paths of both clients, and refuse an odd question', async () => {
    const { body } = await ana.agent.post('/prod/msg/queryMsg').send({ page: 1, size: 10, status: '0' });
    expect(body).toMatchObject({ code: '00', data: { result: expect.any(Array) } });
    expect((await ana.post('msg/queryMsg', { status: '7' })).code).toBe('22');
    expect((await ana.post('msg/queryMsg', { page: 0 })).code).toBe('22');
  });
});

describe('the scrolling notice', () => {
  const ask = (who: Client, country: string) => who.get(`msg/queryAnnouncementMsg?country=${country}`);
  const say = (cn: string, en: string, es: string) =>
    admin.post<{ msgId: number }>('msg/addMsg', { kind: 'NOTICE', texts: { cn, en, es } });

  it('is an empty list when there is none', async () => {
    expect(await ask(ana, 'es')).toMatchObject({ status: 200, code: '00', data: [] });
    expect(await ask(stranger, 'en')).toMatchObject({ code: '00', data: [] });
  });

  it('is told in the language that was asked for, the newest first', async () => {
    await say('今天18:00下班', 'We close at 18:00 today', 'Hoy cerramos a las 18:00');
    await say('明天放假', 'Tomorrow is a holiday', 'Mañana es día festivo');
    expect((await ask(ana, 'es')).data).toEqual([
      { content: 'Mañana es día festivo' },
      { content: 'Hoy cerramos a las 18:00' },
    ]);
    expect((await ask(ana, 'cn')).data).toEqual([{ content: '明天放假' }, { content: '今天18:00下班' }]);
    expect((await ask(stranger, 'cn')).data).toEqual([]);
    expect((await ask(ana, 'id')).code).toBe('22');
  });

  it('is no violation announcement', async () => {
    const before = (await unread(ana)).totalCount;
    await say('电梯坏了', 'The lift is out of order', 'El elevador no funciona');
    expect((await unread(ana)).totalCount).toBe(before);
    expect((await ana.get('msg/queryAnnouncementMsg')).data).toContainEqual({
      content: 'The lift is out of order',
    });
  });
});
