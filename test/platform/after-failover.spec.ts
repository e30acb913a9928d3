import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ids } from '../../server/platform/db/ids.js';
import { leapNumbers } from '../../server/platform/db/owner/numbered-tables.js';
import { sql } from '../../server/platform/db/sql.js';
import { createCase, pay } from '../support/cases.js';
import { useSite } from '../support/site.js';

const { api, org, stack } = useSite({ ownSchema: true, people: {} });

let payments = 0;
const paid = async () => {
  const { externalId } = await createCase(api, org);
  await pay(api, { loanItemExternalId: externalId, amount: 1_000, providerReference: `leap-${++payments}` });
};
const newest = async () =>
  (await api.rows<{ id: number }>(sql`SELECT MAX(id) AS id FROM domain_event`))[0]!.id;

describe('a database that went back in time', () => {
  beforeAll(paid);

  it('gives no number again that it may have given before, and keeps those of its rows', async () => {
    const [event, id] = [await newest(), (await api.get(Ids).takeMany(1))[0]!];
    const rows = await api.rows(sql`SELECT id FROM domain_event ORDER BY id`);
    await leapNumbers(stack.databaseUrl);
    await paid();
    expect(await newest()).toBeGreaterThan(event + 1_000_000);
    // More than a process has left of its block.
    expect((await api.get(Ids).takeMany(1_000)).at(-1)).toBeGreaterThan(id + 1_000_000);
    expect((await api.rows(sql`SELECT id FROM domain_event ORDER BY id`)).slice(0, rows.length)).toEqual(
      rows,
    );
  });
});
