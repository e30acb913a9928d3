import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from '../../../server/platform/db/sql.js';
import { createOrg, createUser, PASSWORD, type Org } from '../../support/org.js';
import { Browser } from '../../support/sign-in.js';
import { asOwner, createStack, startApi, type Api, type Stack } from '../../support/stack.js';

let stack: Stack;
let api: Api;
let org: Org;
let browser: Browser;

beforeAll(async () => {
  stack = await createStack();
  api = await startApi();
  org = await createOrg(api);
  browser = new Browser(api);
});
afterAll(async () => {
  await api.close();
  await stack.close();
});

const WRONG = 'Wrong-horse-7';
const codes = (answers: { code: string }[]) => answers.map((answer) => answer.code).sort();
async function failTimes(username: string, times: number) {
  for (let i = 0; i < times; i++) expect((await browser.signIn(username, WRONG)).code).toBe('10');
}
const ageAudit = (username: string, minutes: number) =>
  asOwner(sql`
    UPDATE login_audit SET at = at - INTERVAL ${minutes} MINUTE WHERE username = ${username}`);

describe('the lock of an account', () => {
  it('comes after five failures, says when it ends, and then lets the right password in', async () => {
    const person = await createUser(api, org, 'member');
    await failTimes(person.username, 5);
    const locked = await browser.signIn(person.username, PASSWORD);
    expect(locked).toMatchObject({ status: 200, code: '12' });
    expect(locked.message).toMatch(/locked until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
    await ageAudit(person.username, 11);
    expect(await browser.signIn(person.username, PASSWORD)).toMatchObject({ code: '00' });
  });

  it('holds over a restart of the server', async () => {
    const person = await createUser(api, org, 'member');
    await failTimes(person.username, 5);
    await api.close();
    api = await startApi();
    browser = new Browser(api);
    expect(await browser.signIn(person.username, PASSWORD)).toMatchObject({ code: '12' });
  });

  it('treats a name that nobody has the same', async () => {
    await failTimes('no-such-person', 5);
    expect(await browser.signIn('No-Such-Person', WRONG)).toMatchObject({ code: '12' });
  });

  it('begins anew after a success', async () => {
    const person = await createUser(api, org, 'member');
    await failTimes(person.username, 4);
    expect(await browser.signIn(person.username, PASSWORD)).toMatchObject({ code: '00' });
    await failTimes(person.username, 4);
    expect(await browser.signIn(person.username, PASSWORD)).toMatchObject({ code: '00' });
  });

  it('looks at five passwords at most, however many come at once', async () => {
    const person = await createUser(api, org, 'member');
    const forms = await Promise.all(Array.from({ length: 20 }, () => browser.form(person.username, WRONG)));
    const answers = await Promise.all(forms.map((form) => browser.call('POST', 'login/in', form)));
    expect(codes(answers).filter((code) => code === '10').length).toBeLessThanOrEqual(5);
    expect(new Set(codes(answers))).toEqual(
      answers.some((answer) => answer.code === '10') ? new Set(['10', '12']) : new Set(['12']),
    );
  });

  it('is not begun by a wrong captcha', async () => {
    const person = await createUser(api, org, 'member');
    for (let i = 0; i < 6; i++) await browser.signIn(person.username, WRONG, { captcha: 'ZZZZ' });
    expect(await browser.signIn(person.username, PASSWORD)).toMatchObject({ code: '00' });
  });
});
