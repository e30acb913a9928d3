import { describe, expect, it } from '@jest/globals';
import { hashPassword } from '../../server/platform/auth/passwords.js';
import { Database } from '../../server/platform/db/database.js';
import { sql } from '../../server/platform/db/sql.js';
import { createOrg, createUser } from '../support/org.js';
import { Browser } from '../support/sign-in.js';
import { useServer } from '../support/site.js';

const ROUNDS = 15;

const { api } = useServer();

/** Processor time of an attempt, each with a name of its own, so that no lock comes between. */
async function cost(browser: Browser, name: string): Promise<number> {
  const form = await browser.form(name, 'Wrong-horse-7');
  const before = process.cpuUsage();
  expect((await browser.call('POST', 'login/in', form)).code).toBe('10');
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!;

describe('a name that nobody has', () => {
  it('costs what a wrong password costs: the hash is computed all the same', async () => {
    const org = await createOrg(api);
    const browser = new Browser(api);
    // As the product makes them; the tests' own people have cheaper ones.
    const stored = await hashPassword('Right-horse-7');
    const costs = { wrong: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      const { id, username } = await createUser(api, org, 'member');
      await api.get(Database).run(sql`UPDATE user SET password_hash = ${stored} WHERE id = ${id}`);
      costs.wrong.push(await cost(browser, username));
      costs.unknown.push(await cost(browser, `nobody-${round}`));
    }
    // No time, but work: the hash is most of an attempt, and without it the ratio would be far from one.
    const ratio = median(costs.unknown) / median(costs.wrong);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  }, 60_000);
});
