import { beforeAll, describe, expect, it } from '@jest/globals';
import { webcrypto } from 'node:crypto';
import { createChallenge, solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { CurrentUser } from '../../../contract/session.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Vault } from '../../../server/platform/crypto/vault.js';
import { createUser, Client, PASSWORD, type Person } from '../../support/org.js';
import { Browser, encrypt } from '../../support/sign-in.js';
import { useSite } from '../../support/site.js';

let browser: Browser;

const { api, org } = useSite();
beforeAll(async () => {
  browser = new Browser(api);
});

const clientOf = (token: string, person: Person) => new Client(api.url, token, person);
const lastAudit = async (username: string) =>
  (
    await api.rows<{
      result: string;
      address: string;
      gps: string;
      veins: string;
      userId: number | null;
    }>(sql`
      SELECT result, address, gps, veins, user_id AS userId FROM login_audit
      WHERE username = ${username} ORDER BY at DESC, id DESC LIMIT 1`)
  )[0];

describe('signing in', () => {
  it('opens a session that answers who is signed in and what the menu holds', async () => {
    const person = await createUser(api, org, 'member');
    const answer = await browser.signIn(person.username, PASSWORD);
    expect(answer).toMatchObject({
      status: 200,
      code: '00',
      data: {
        loginResult: true,
        userInfo: { id: person.id },
        isShowAnnouncement: true,
        needH5LivenessAuth: false,
        cloudunPureH5Liveness: null,
      },
    });
    const client = clientOf(answer.data.token, person);
    const me = await client.get<CurrentUser>('login/currentUser');
    expect(me.data).toMatchObject({
      id: person.id,
      role: 'member',
      queueName: 'Early',
      groupName: 'Group A',
    });
    expect((await client.get('menu/asideMenu')).data).toEqual(['/myTasks', 'statistics']);
    expect(await lastAudit(person.username)).toEqual({
      result: 'SUCCESS',
      address: '127.0.0.1',
      gps: '19.4,-99.1',
      veins: 'device',
      userId: person.id,
    });
    expect(answer.data.userLoginLogId).toBeGreaterThan(0);
  });

  it('takes the older client: /prod/, email, a password of WebCrypto', async () => {
    const person = await createUser(api, org, 'member');
    const key = await browser.key();
    const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
    const spki = await webcrypto.subtle.importKey('spki', Buffer.from(key.key, 'base64'), algorithm, false, [
      'encrypt',
    ]);
    const text = new TextEncoder().encode(JSON.stringify({ password: PASSWORD, nonce: key.nonce }));
    const password = Buffer.from(await webcrypto.subtle.encrypt(algorithm, spki, text)).toString('base64');
    const { username: email, ...form } = await browser.form(person.username, PASSWORD);
    const answer = await browser.call('POST', '/prod/login/in', { ...form, email, password });
    expect(answer).toMatchObject({ code: '00' });
  });

  it('sets a cookie that scripts can not read and a flag that they can', async () => {
    const person = await createUser(api, org, 'member');
    const { data } = await browser.signIn(person.username, PASSWORD);
    expect(browser.cookies).toEqual([
      `token=${data.token}; Path=/; HttpOnly; SameSite=Strict`,
      'login=1; Path=/; SameSite=Strict',
      expect.stringMatching(/^browser=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
  });

  it('answers a wrong name, a wrong password and a disabled account alike', async () => {
    const person = await createUser(api, org, 'member');
    const disabled = await createUser(api, org, 'member');
    await api.get(Database).run(sql`UPDATE user SET enabled = 0 WHERE id = ${disabled.id}`);
    const answers = [
      await browser.signIn('nobody-at-all', PASSWORD),
      await browser.signIn(person.username, 'Wrong-horse-7'),
      await browser.signIn(disabled.username, PASSWORD),
    ];
    for (const { status, code, message, data } of answers) {
      expect({ status, code, message, data }).toEqual({
        status: 200,
        code: '10',
        message: 'wrong password or username',
        data: null,
      });
    }
    const nobody = sql`SELECT result FROM login_audit WHERE username LIKE 'unknown-%' ORDER BY id DESC LIMIT 1`;
    expect(await api.rows(nobody)).toEqual([{ result: 'WRONG' }]);
    expect((await lastAudit(disabled.username))?.result).toBe('DISABLED');
    expect(browser.cookies).toEqual([]);
  });

  it('asks for the bound ID number, and only where one is bound', async () => {
    const person = await createUser(api, org, 'member');
    await api
      .get(Database)
      .run(sql`UPDATE user SET id_card_hash = ${api.get(Vault).index('ABCD900101')} WHERE id = ${person.id}`);
    expect((await browser.signIn(person.username, PASSWORD)).code).toBe('10');
    expect((await browser.signIn(person.username, PASSWORD, { idCard: 'XXXX900101' })).code).toBe('10');
    expect((await browser.signIn(person.username, PASSWORD, { idCard: 'abcd 900101' })).code).toBe('00');
    const free = await createUser(api, org, 'member');
    expect((await browser.signIn(free.username, PASSWORD, { idCard: 'anything' })).code).toBe('00');
  });

  it('names the fields that are missing', async () => {
    const answer = await browser.call<{ fields: { field: string }[] }>('POST', 'login/in', {
      username: 'a',
      keyId: 'k',
    });
    expect(answer).toMatchObject({ status: 200, code: '22' });
    expect(answer.data.fields.map((field) => field.field)).toContain('password');
    const noCaptcha = await browser.signIn('a', PASSWORD, { captcha: null });
    expect(noCaptcha).toMatchObject({ code: '22', data: { fields: [{ field: 'captcha' }] } });
  });
});

describe('the captcha', () => {
  it('is checked before the password and used up by a wrong answer', async () => {
    const person = await createUser(api, org, 'member');
    const form = await browser.form(person.username, PASSWORD);
    expect(await browser.call('POST', 'login/in', { ...form, captcha: 'ZZZZ' })).toMatchObject({
      code: '11',
    });
    expect(await browser.call('POST', 'login/in', form)).toMatchObject({ code: '11' });
    expect((await lastAudit(person.username))?.result).toBe('CAPTCHA');
  });

  it('serves once even for a good sign-in, whatever its case and the spelling of its key', async () => {
    const person = await createUser(api, org, 'member');
    const form = await browser.form(person.username, PASSWORD);
    const captcha = String(form['captcha']).toLowerCase();
    expect(await browser.call('POST', 'login/in', { ...form, captcha })).toMatchObject({ code: '00' });
    expect(
      await browser.signIn(person.username, PASSWORD, {
        captcha: form['captcha'],
        codeKey: `${String(form['codeKey'])}=`,
      }),
    ).toMatchObject({ code: '11' });
  });

  it('is bound to its key', async () => {
    const one = await browser.captcha();
    const two = await browser.captcha();
    expect(await browser.signIn('a', PASSWORD, { codeKey: one.codeKey, captcha: two.captcha })).toMatchObject(
      {
        code: one.captcha === two.captcha ? '10' : '11',
      },
    );
    expect(await browser.signIn('a', PASSWORD, { codeKey: 'made-up', captcha: 'AAAA' })).toMatchObject({
      code: '11',
    });
  });

  it('may be replaced by a proof of work, once', async () => {
    const person = await createUser(api, org, 'member');
    const { data: challenge } = await browser.call<Challenge>('GET', 'login/altcha');
    const solution = await solveChallenge({ challenge, deriveKey });
    const altcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    const instead = { codeKey: null, captcha: null, altcha };
    expect(await browser.signIn(person.username, PASSWORD, instead)).toMatchObject({ code: '00' });
    expect(await browser.signIn(person.username, PASSWORD, instead)).toMatchObject({ code: '11' });
  });

  it('refuses a proof that nobody asked for, or that is no proof', async () => {
    const own = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      keyPrefix: '00',
      deriveKey,
      hmacSignatureSecret: 'guess',
    });
    const solution = await solveChallenge({ challenge: own, deriveKey });
    for (const altcha of [
      Buffer.from(JSON.stringify({ challenge: own, solution })).toString('base64'),
      'x',
      'e30=',
    ]) {
      expect(await browser.signIn('a', PASSWORD, { altcha })).toMatchObject({ code: '11' });
    }
  });
});

describe('the password on its way', () => {
  it('is refused when its ciphertext comes a second time', async () => {
    const person = await createUser(api, org, 'member');
    const form = await browser.form(person.username, PASSWORD);
    expect(await browser.call('POST', 'login/in', form)).toMatchObject({ code: '00' });
    const again = { ...form, ...(await browser.captcha()) };
    expect(await browser.call('POST', 'login/in', again)).toMatchObject({
      code: '22',
      data: { fields: [{ field: 'password', rule: 'login.keyExpired' }] },
    });
    expect((await lastAudit(person.username))?.result).toBe('KEY_EXPIRED');
  });

  it('is refused under a key, a nonce or a form that are not ours', async () => {
    const key = await browser.key();
    for (const bent of [
      { keyId: 'unknown' },
      { password: encrypt(key, PASSWORD, 'made-up') },
      { password: Buffer.alloc(256, 1).toString('base64') },
      { password: 'plain' },
    ]) {
      expect(await browser.signIn('a', PASSWORD, bent)).toMatchObject({ code: '22' });
    }
  });

  it('travels under one key for all servers, kept sealed', async () => {
    const keys = await Promise.all(Array.from({ length: 4 }, () => browser.key()));
    expect(new Set(keys.map((key) => key.keyId)).size).toBe(1);
    expect(new Set(keys.map((key) => key.nonce)).size).toBe(4);
    expect(keys[0]!.key).toMatch(/^MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A/);
    const [row] = await api.rows<{ sealed: Buffer }>(sql`SELECT private_key AS sealed FROM login_key`);
    expect(row!.sealed.toString('latin1')).not.toContain('PRIVATE KEY');
  });
});
