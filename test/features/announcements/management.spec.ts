import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Vault } from '../../../server/platform/crypto/vault.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { agentTo } from '../../support/http.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { below } from '../../support/tree.js';
import { useSite } from '../../support/site.js';
import { everything, ID_NO, numbersOf, PNG, publish, seenBy, unread, violation } from './desk.js';

let admin: Client;
let foreignAdmin: Client;
let ana: Client;

const { stack, api, org } = useSite();
beforeAll(async () => {
  const elsewhere = { institutionId: org.otherInstitutionId };
  admin = await signedIn(api, await createUser(api, org, 'admin'));
  foreignAdmin = await signedIn(api, await createUser(api, org, 'admin', elsewhere));
  ana = await signedIn(api, await createUser(api, org, 'member'));
});

const files = () => {
  const folder = join(stack.dataDir, 'files', 'pictures');
  return existsSync(folder) ? readdirSync(folder) : [];
};
const one = async (msgId: number) => (await unread(ana)).result.find((row) => row.msgId === msgId);

describe('whoever is no administrator', () => {
  it.each(['member', 'leader', 'supervisor'] as const)(
    'as %s publishes and changes nothing',
    async (role) => {
      const who = await signedIn(api, await createUser(api, org, role));
      for (const path of ['addMsg', 'updateMsg', 'delete?msgId=1', 'queryAllMsg'])
        expect((await who.post(`msg/${path}`, violation())).code).toBe('20');
    },
  );
});

describe('the picture of a violation announcement', () => {
  it('lies sealed outside of the web root and comes as base64 in its row', async () => {
    const msgId = await publish(admin, { base64Image: `data:image/png;base64,${PNG}` });
    expect((await one(msgId))?.base64Image).toBe(`data:image/png;base64,${PNG}`);
    const [name] = files();
    const sealed = readFileSync(join(stack.dataDir, 'files', 'pictures', name!), 'latin1');
    expect(sealed).not.toContain('PNG');
    expect(sealed).not.toContain('image/png');
    for (const path of [`files/pictures/${name}`, `pictures/${name}`, `assets/../files/pictures/${name}`])
      expect((await agentTo(api.url).get(`/${path}`)).status).toBe(404);
  });

  it('is opened for the dialog only: the list of all tells that there is one', async () => {
    const vault = api.get(Vault);
    const before = vault.opened;
    const rows = (await everything(admin)).result;
    expect(rows.map((row) => row.hasPicture)).toContain(true);
    expect(vault.opened - before).toBe(0);
    await unread(ana);
    expect(vault.opened - before).toBe(rows.filter((row) => row.hasPicture).length);
  });

  it.each([
    ['a script', Buffer.from('<svg onload="alert(1)"/>').toString('base64')],
    ['no base64', '<img src=x>'],
    ['a GIF', Buffer.from('GIF89a').toString('base64')],
    ['a type that lies', `data:image/png;base64,${Buffer.from('<html>').toString('base64')}`],
    ['over 300 KB', Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(307_200)]).toString('base64')],
  ])('is refused when it is %s', async (_, base64Image) => {
    const before = files().length;
    const answer = await admin.post('msg/addMsg', violation({ base64Image }));
    expect(answer).toMatchObject({ status: 200, code: '22' });
    expect(files()).toHaveLength(before);
  });

  it('is replaced, stays when nothing is said of it, and goes with the announcement', async () => {
    const jpeg = Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), Buffer.alloc(40)]).toString('base64');
    const before = files().length;
    const msgId = await publish(admin, { base64Image: PNG, idNo: ID_NO });
    await admin.post('msg/updateMsg', violation({ msgId, base64Image: jpeg }));
    expect((await one(msgId))?.base64Image).toBe(`data:image/jpeg;base64,${jpeg}`);
    await admin.post('msg/updateMsg', violation({ msgId, processResult: 'Warned' }));
    expect(await one(msgId)).toMatchObject({
      base64Image: expect.stringContaining('jpeg') as unknown,
      idNo: 'PELJ••••08',
      processResult: 'Warned',
    });
    expect(files()).toHaveLength(before + 1);
    expect((await admin.post(`msg/delete?msgId=${msgId}`)).code).toBe('00');
    expect(files()).toHaveLength(before);
    expect(await one(msgId)).toBeUndefined();
    expect(numbersOf(await everything(admin))).not.toContain(msgId);
  });

  it('that is missing leaves the text to be read', async () => {
    const msgId = await publish(admin, { base64Image: PNG });
    await api.get(Database).run(sql`UPDATE announcement SET picture = 'gone.sealed' WHERE id = ${msgId}`);
    expect(await one(msgId)).toMatchObject({ base64Image: null, name: 'Juan Pérez López' });
  });
});

describe('an administrator', () => {
  it('publishes to the own institution or one below, never to another', async () => {
    expect((await admin.post('msg/addMsg', violation({ institutionId: org.otherInstitutionId }))).code).toBe(
      '21',
    );
    const root = { id: org.institutionId, path: `/${org.institutionId}/` };
    const { id: child } = await below(api, root, 'BELOW');
    const head = await signedIn(api, await createUser(api, org, 'admin'));
    const clerk = await signedIn(
      api,
      await createUser(api, org, 'member', { institutionId: child, groupId: null }),
    );
    const msgId = await publish(head, { institutionId: child });
    expect(numbersOf(await unread(clerk))).toEqual([msgId]);
    expect(numbersOf(await unread(head))).not.toContain(msgId);
    expect((await everything(head)).result[0]).toMatchObject({ msgId, institutionName: 'BELOW' });
  });

  it('does not reach announcements of another institution, withdrawn ones, or those of the other kind', async () => {
    const msgId = await publish(admin);
    expect((await foreignAdmin.post('msg/updateMsg', violation({ msgId }))).code).toBe('21');
    expect((await foreignAdmin.post(`msg/delete?msgId=${msgId}`)).code).toBe('21');
    expect(numbersOf(await everything(foreignAdmin))).toEqual([]);
    const notice = { kind: 'NOTICE', texts: { cn: 'x', en: 'x', es: 'x' }, msgId };
    expect((await admin.post('msg/updateMsg', notice)).code).toBe('21');
    await admin.post(`msg/delete?msgId=${msgId}`);
    expect((await admin.post(`msg/delete?msgId=${msgId}`)).code).toBe('21');
    expect((await admin.post('msg/updateMsg', violation({ msgId }))).code).toBe('21');
  });

  it('hears which field is wrong', async () => {
    for (const [field, value] of [
      ['name', ''],
      ['irregularities', 'x'.repeat(501)],
      ['idNo', "' OR 1=1"],
    ] as const) {
      const answer = await admin.post<{ fields: { field: string }[] }>(
        'msg/addMsg',
        violation({ [field]: value }),
      );
      expect(answer.code).toBe('22');
      expect(answer.data.fields.map((wrong) => wrong.field)).toEqual([field]);
    }
    expect((await admin.post('msg/addMsg', { kind: 'PARTY' })).code).toBe('22');
  });

  it('corrects a text without making it unread again', async () => {
    const msgId = await publish(admin);
    await seenBy(ana, msgId);
    expect((await admin.post('msg/updateMsg', violation({ msgId, name: 'Another' }))).code).toBe('00');
    expect(await one(msgId)).toBeUndefined();
    const [row] = (await everything(admin, { kind: 'VIOLATION', size: 1 })).result;
    expect(row).toMatchObject({ msgId, name: 'Another', readCount: 1 });
  });

  it('leaves an event of every change that holds no personal data', async () => {
    const msgId = await publish(admin, { idNo: ID_NO });
    await admin.post('msg/updateMsg', violation({ msgId, name: 'Another' }));
    await admin.post('msg/updateMsg', violation({ msgId, name: 'Another' }));
    await admin.post(`msg/delete?msgId=${msgId}`);
    const events = await api.rows<{ name: string; payload: string; actorId: number }>(sql`
      SELECT name, payload, actor_id AS actorId FROM domain_event
      WHERE subject_type = 'announcement' AND subject_id = ${msgId} ORDER BY id`);
    expect(events.map((event) => event.name)).toEqual([
      'announcement.published',
      'announcement.changed',
      'announcement.withdrawn',
    ]);
    for (const event of events) {
      expect(event.actorId).toBe(admin.person.id);
      const { changes = {}, ...payload } = JSON.parse(event.payload) as { changes?: Record<string, unknown> };
      const named = { announcementId: msgId, institutionId: org.institutionId, kind: 'VIOLATION' };
      expect(payload).toEqual(named);
      for (const field of ['name', 'idNoEnc', 'idNoMask', 'irregularities', 'processResult', 'texts'])
        expect([field, changes[field] ?? 'secret']).toEqual([field, 'secret']);
    }
    expect(JSON.parse(events[1]!.payload)).toMatchObject({ changes: { name: 'secret' } });
  });
});
