import { beforeAll, expect, it } from '@jest/globals';
import { utils } from '@e965/xlsx';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { fileOf, schedule, sent, serial } from './files.js';

let person: Person;
const today = businessDay(new Date());
const { api, org, admin } = useSite({ workers: { processors: true }, people: { admin: 'admin' } });
beforeAll(async () => {
  person = await createUser(api, org, 'member', { name: 'Ana' });
});

/** Accounts of so many more people, copied from one. */
async function many(count: number): Promise<string[]> {
  const columns = await api.rows<{ name: string }>(sql`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = DATABASE() AND table_name = 'user' AND COALESCE(generation_expression, '') = ''
      AND column_name NOT IN ('id', 'username')`);
  const text = columns.map(({ name }) => `\`${name}\``).join();
  const names = Array.from({ length: count }, (_, at) => `many-${at}`);
  for (const [at, username] of names.entries())
    await api.rows({
      text: `INSERT INTO user (id, username, ${text}) SELECT ?, ?, ${text} FROM user WHERE id = ?`,
      params: [800_000 + at, username, person.id],
    });
  return names;
}

it('a schedule has its heads in any language, and no day that is more than a year away', async () => {
  const [far, near] = [addDays(today, 400), addDays(today, 20)];
  const sheet = utils.aoa_to_sheet([
    ['Cuenta', 'Fecha', '状态'],
    [person.username, serial(near), 'REST'],
  ]);
  sheet['B2'].z = 'yyyy-mm-dd';
  expect(await sent(admin, fileOf({ people: sheet }))).toMatchObject({ status: 'APPLIED', peopleRows: 1 });
  const result = await sent(admin, schedule([], [[serial(far), person.username, 'REST']]));
  expect(result.errors).toMatchObject([{ cell: 'A2', reason: 'far', value: far }]);
});

it('a schedule of 50,000 rows is applied whole', async () => {
  const names = await many(200);
  const days = Array.from({ length: 250 }, (_, at) => serial(addDays(today, 30 + at)));
  const rows = days.flatMap((day) => names.map((name) => [day, name, 'REST']));
  const whole = { status: 'APPLIED', peopleRows: 50_000, changedRows: 50_000 };
  expect(await sent(admin, schedule([], rows))).toMatchObject(whole);
}, 240_000);
