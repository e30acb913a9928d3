import { beforeEach, describe, expect, it } from '@jest/globals';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Clock } from '../../../server/platform/clock/clock.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, PASSWORD, type Person } from '../../support/org.js';
import { Browser } from '../../support/sign-in.js';
import { useSite } from '../../support/site.js';
import { asOwner } from '../../support/stack.js';

const WRONG = 'Wrong-horse-7';
const DAY_MS = 24 * 3_600_000;

let person: Person;
let stranger: Browser;

const { api, org } = useSite();
beforeEach(async () => {
  person = await createUser(api, org, 'member');
  stranger = new Browser(api);
});

/** The browser that signs in, and keeps the cookie that makes it known. */
async function knownTo({ username }: Person): Promise<Browser> {
  const first = new Browser(api);
  expect((await first.signIn(username, PASSWORD)).code).toBe('00');
  const cookie = first.cookies.find((each) => each.startsWith('browser='))!.split(';')[0]!;
  return new Browser(api, { cookie });
}
const fail = async (browser: Browser, { username }: Person, times = 5) => {
  for (let i = 0; i < times; i++) expect((await browser.signIn(username, WRONG)).code).toBe('10');
};
const codeOf = async (browser: Browser, who = person) => (await browser.signIn(who.username, PASSWORD)).code;

describe('five failures', () => {
  it('of strangers do not lock a browser by which the person came in', async () => {
    const known = await knownTo(person);
    await fail(stranger, person);
    expect(await codeOf(stranger)).toBe('12');
    expect(await codeOf(known)).toBe('00');
  });

  it('of a known browser lock it, and no stranger', async () => {
    const known = await knownTo(person);
    await fail(known, person);
    expect(await codeOf(known)).toBe('12');
    expect(await codeOf(stranger)).toBe('00');
  });

  it('count a browser as a stranger to others than those who came in by it, and after thirty days', async () => {
    const known = await knownTo(person);
    const other = await createUser(api, org, 'member');
    await fail(stranger, other);
    expect(await codeOf(known, other)).toBe('12');
    await asOwner(sql`
      UPDATE login_audit SET at = ${new Date(api.get(Clock).now().getTime() - 31 * DAY_MS)}
      WHERE user_id = ${person.id} AND result = 'SUCCESS'`);
    await fail(stranger, person);
    expect(await codeOf(known)).toBe('12');
  });

  it('count a browser as a stranger whose cookie was made up, or that has not shown the face it owes', async () => {
    await fail(stranger, person);
    expect(await codeOf(new Browser(api, { cookie: `browser=${'x'.repeat(43)}` }))).toBe('12');
    const owes = await createUser(api, org, 'member');
    await api.rows(sql`UPDATE user SET liveness = 'CAMERA' WHERE id = ${owes.id}`);
    const unseen = await knownTo(owes);
    await fail(stranger, owes);
    expect(await codeOf(unseen, owes)).toBe('12');
  });
});

describe('152 failures under made-up names', () => {
  it('hold no known browser of the address up, and let a stranger in by a harder proof', async () => {
    const known = await knownTo(person);
    for (let from = 0; from < 152; from += 8)
      await Promise.all(Array.from({ length: 8 }, (_, at) => failAs(`made.up.${from + at}`)));
    expect(await codeOf(known)).toBe('00');
    const refused = await stranger.signIn(person.username, PASSWORD);
    expect(refused).toMatchObject({ status: 200, code: '11', data: { fields: [{ field: 'altcha' }] } });
    expect(await codeByProof('login/altcha')).toBe('11');
    expect(await codeByProof('login/altcha?harder=1')).toBe('00');
  }, 180_000);

  /** Until it is refused for the proof that it lacks. */
  async function failAs(name: string): Promise<void> {
    expect(['10', '11']).toContain((await stranger.signIn(name, WRONG)).code);
  }
  async function codeByProof(path: string): Promise<string> {
    const { data: challenge } = await stranger.call<Challenge>('GET', path);
    const solution = await solveChallenge({ challenge, deriveKey });
    const altcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    const instead = { codeKey: null, captcha: null, altcha };
    return (await stranger.signIn(person.username, PASSWORD, instead)).code;
  }
});

describe('what was typed as a user name', () => {
  const stored = async () =>
    (
      await api.rows<{ username: string }>(sql`SELECT username FROM login_audit ORDER BY id DESC LIMIT 2`)
    ).map(({ username }) => username);

  it('and is none is kept as one hash for all its spellings', async () => {
    await stranger.signIn('Typed-Secret-9', WRONG);
    await stranger.signIn('typed-secret-9', WRONG, { captcha: 'ZZZZ' });
    const [one, two] = await stored();
    expect(one).toMatch(/^unknown-[0-9a-f]{16}$/);
    expect(two).toBe(one);
  });

  it('and is an account is kept as the account writes it', async () => {
    await stranger.signIn(person.username.toUpperCase(), WRONG);
    expect((await stored())[0]).toBe(person.username);
  });
});
