import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Config } from '../../../server/platform/config/config.js';
import { Database } from '../../../server/platform/db/database.js';
import { grantTables, RESTRICTED } from '../../../server/platform/db/owner/grants.js';
import { asOwner, createStack, type Stack } from '../../support/stack.js';

let stack: Stack;
let database: Database;

beforeAll(async () => {
  stack = await createStack({}, { ownSchema: true });
  database = new Database(new Config());
});
afterAll(async () => {
  await database.onApplicationShutdown();
  await stack.close();
});

const run = (text: string) => database.run({ text, params: [] });
const refusal = (text: string) =>
  run(text).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

/** The database's grants of the application's user on each table. */
async function held(): Promise<Map<string, string[]>> {
  const rows = await database.rows<{ name: string; privileges: string }>({
    text: `
      SELECT t.table_name AS name, GROUP_CONCAT(p.privilege ORDER BY p.privilege SEPARATOR ', ') AS privileges
      FROM information_schema.tables t LEFT JOIN (
        SELECT table_schema, table_name, privilege_type AS privilege FROM information_schema.table_privileges
        UNION ALL SELECT table_schema, table_name, CONCAT(privilege_type, ' (', column_name, ')')
        FROM information_schema.column_privileges) p ON p.table_schema = t.table_schema AND p.table_name = t.table_name
      WHERE t.table_schema = DATABASE() GROUP BY t.table_name`,
    params: [],
  });
  return new Map(rows.map(({ name, privileges }) => [name, privileges.split(', ')]));
}

describe('the user of the application', () => {
  it('may read and write every table, and no more than the list says where there is evidence', async () => {
    const tables = await held();
    expect(tables.size).toBeGreaterThan(50);
    for (const [table, privileges] of tables) {
      const wanted = RESTRICTED[table] ?? ['DELETE', 'INSERT', 'SELECT', 'UPDATE'];
      expect({ [table]: [...privileges].sort() }).toEqual({ [table]: [...wanted].sort() });
    }
    expect([...tables.keys()]).toEqual(expect.arrayContaining(Object.keys(RESTRICTED)));
  });

  it.each([
    ['UPDATE domain_event SET payload = payload', 'ER_TABLEACCESS_DENIED_ERROR'],
    ['DELETE FROM domain_event', 'ER_TABLEACCESS_DENIED_ERROR'],
    ['TRUNCATE TABLE domain_event', 'ER_TABLEACCESS_DENIED_ERROR'],
    ['UPDATE audit_entry SET actor_id = NULL', 'ER_TABLEACCESS_DENIED_ERROR'],
    ['DELETE FROM audit_entry', 'ER_TABLEACCESS_DENIED_ERROR'],
    ['DELETE FROM contact_receipt', 'ER_TABLEACCESS_DENIED_ERROR'],
    ['UPDATE contact_receipt SET allowed = 1', 'ER_COLUMNACCESS_DENIED_ERROR'],
    ['UPDATE contact_receipt SET conversation_at = NULL, counted = 0, released = NULL', 'done'],
    ['DELETE FROM login_audit', 'ER_TABLEACCESS_DENIED_ERROR'],
    ['UPDATE login_audit SET address = NULL', 'ER_COLUMNACCESS_DENIED_ERROR'],
    ["UPDATE login_audit SET result = 'WRONG', liveness = NULL, live_checks = 1, face_checks = 1", 'done'],
    ["UPDATE phone_reveal SET purpose = 'CALL'", 'ER_TABLEACCESS_DENIED_ERROR'],
    ['DELETE FROM phone_reveal', 'ER_TABLEACCESS_DENIED_ERROR'],
    ['UPDATE recording_listen SET user_id = 1', 'ER_COLUMNACCESS_DENIED_ERROR'],
    ['UPDATE recording_listen SET at = NOW(3)', 'done'],
    ['DELETE FROM recording_listen', 'ER_TABLEACCESS_DENIED_ERROR'],
    ['DELETE FROM listening', 'ER_TABLEACCESS_DENIED_ERROR'],
    ['UPDATE listening SET user_id = 1', 'ER_COLUMNACCESS_DENIED_ERROR'],
    ["UPDATE listening SET begun_at = NOW(3), ended_at = NOW(3), end_reason = 'LEFT'", 'done'],
    ['REPLACE INTO domain_event SELECT * FROM domain_event', 'ER_TABLEACCESS_DENIED_ERROR'],
    ['ALTER TABLE queue ADD KEY queue_extra (name)', 'ER_TABLEACCESS_DENIED_ERROR'],
    ['DELETE FROM migration', 'ER_TABLEACCESS_DENIED_ERROR'],
    ['CREATE TABLE another (id INT)', 'ER_TABLEACCESS_DENIED_ERROR'],
    ['GRANT DELETE ON domain_event TO CURRENT_USER()', 'ER_TABLEACCESS_DENIED_ERROR'],
  ])('is answered for "%s" with %s', async (statement, answer) => {
    expect(await refusal(statement)).toBe(answer);
  });

  it('gets a table of a later migration, and loses what the list no longer gives', async () => {
    await asOwner({ text: 'CREATE TABLE later (id INT)', params: [] });
    expect(await refusal('SELECT * FROM later')).toBe('ER_TABLEACCESS_DENIED_ERROR');
    const { username, host } = await account();
    await asOwner({ text: `GRANT DELETE ON contact_receipt TO ?@?`, params: [username, host] });
    expect(await database.mayDeleteEvidence()).toBe(true);
    expect(await grantTables(stack.databaseUrl, process.env['DATABASE_URL']!)).toBe(true);
    expect(await refusal('SELECT * FROM later')).toBe('done');
    expect(await database.mayDeleteEvidence()).toBe(false);
  });
});

async function account(): Promise<{ username: string; host: string }> {
  const row = await database.row<{ account: string }>({
    text: 'SELECT CURRENT_USER() AS account',
    params: [],
  });
  const [username, host] = row!.account.split('@') as [string, string];
  return { username, host };
}

describe('one user for all', () => {
  it('keeps its rights, and the server knows it', async () => {
    expect(await grantTables(stack.databaseUrl, stack.databaseUrl)).toBe(false);
    const owner = new Database(new Config({ ...process.env, DATABASE_URL: stack.databaseUrl }));
    expect(await owner.mayDeleteEvidence()).toBe(true);
    await owner.onApplicationShutdown();
  });
});
