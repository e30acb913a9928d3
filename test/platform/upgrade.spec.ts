import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import mysql, { type Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditRow } from '../../contract/administration/audit.js';
import type { UndoneRecord } from '../../contract/cases/records.js';
import type { Page } from '../../contract/shared/page.js';
import { ReplayService } from '../../server/features/replay/replay.service.js';
import { Vault } from '../../server/platform/crypto/vault.js';
import { Database } from '../../server/platform/db/database.js';
import { sql } from '../../server/platform/db/sql.js';
import { setClock } from '../support/clock.js';
import { signedIn, type Person } from '../support/org.js';
import { createStack, startApi, type Api, type Stack } from '../support/stack.js';

/** The demo of 600 cases as version 0.1.0 seeded it on MariaDB, with the keys of the tests: tables, rows and triggers. */
const dump = new URL('./fixtures/demo-0.1.0.sql.br', import.meta.url);
/** A minute after its last record. */
const NOW = '2026-11-18T16:48:40.000Z';
const run = promisify(execFile);
const tool = fileURLToPath(new URL('../../server/tools/migrate.ts', import.meta.url));
const typescript = fileURLToPath(new URL('../support/typescript.mjs', import.meta.url));

let stack: Stack;
let fresh: string[];
let connection: Connection;
let output: string;

beforeAll(async () => {
  stack = await createStack({}, { ownSchema: true });
  connection = await mysql.createConnection({ uri: stack.databaseUrl, multipleStatements: true });
  fresh = await shapeOf();
  await restore();
  ({ stdout: output } = await run(process.execPath, ['--import', typescript, tool]));
});
afterAll(async () => {
  await connection.end();
  await stack.close();
});

async function rows<Row extends object>(text: string): Promise<Row[]> {
  const [found] = await connection.query(text);
  return found as Row[];
}

/** Columns, keys and triggers of the schema, a line each. */
async function shapeOf(): Promise<string[]> {
  const parts = [
    `SELECT table_name AS t, column_name AS c, ordinal_position AS n, column_default AS d, is_nullable AS o, column_type AS y,
       collation_name AS l, extra AS e FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY 1, 3`,
    `SELECT table_name AS t, index_name AS k, non_unique AS u, seq_in_index AS n, column_name AS c, sub_part AS p
       FROM information_schema.statistics WHERE table_schema = DATABASE() ORDER BY 1, 2, 4`,
    `SELECT trigger_name AS t, event_object_table AS o, action_timing AS m, event_manipulation AS e, action_statement AS s
       FROM information_schema.triggers WHERE trigger_schema = DATABASE() ORDER BY 1`,
  ];
  const found = await Promise.all(parts.map((part) => rows(part)));
  return (
    found
      .flat()
      // MySQL keeps the end of a trigger's statement as it was sent.
      .map((row) =>
        JSON.stringify(row)
          .replaceAll(/(\s|\\n)+/g, ' ')
          .replace(/;"\}$/, '"}'),
      )
      .sort()
  );
}

async function restore(): Promise<void> {
  const tables = await rows<{ name: string }>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  await connection.query(
    `SET foreign_key_checks = 0; DROP TABLE ${tables.map(({ name }) => name).join(', ')}`,
  );
  const text = brotliDecompressSync(await readFile(dump)).toString();
  // MariaDB keeps JSON as a text that is checked; MySQL has a type for it.
  const isMysql = !(await rows<{ v: string }>('SELECT VERSION() AS v'))[0]!.v.includes('MariaDB');
  const json =
    /longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin (NOT NULL|DEFAULT NULL) CHECK \(json_valid\(`\w+`\)\)/g;
  for (const statement of text.split(/;\n(?=CREATE|INSERT)/))
    await connection.query(isMysql ? statement.replace(json, 'json $1') : statement);
}

describe('a database of version 0.1.0', () => {
  it('takes the baseline without a statement, and only the newer migrations', () => {
    expect(output).toMatch(/^applied 0410-receivables\.sql, 0411-nothing-due\.sql/);
    expect(output).not.toMatch(/040\d-/);
  });

  it('comes to the schema of an empty database', async () => {
    expect(await shapeOf()).toEqual(fresh);
  });
});

describe('its product', () => {
  let api: Api;
  let shift: () => Promise<void>;
  beforeAll(async () => {
    shift = setClock(NOW);
    api = await startApi();
  });
  afterAll(async () => {
    await api.close();
    await shift();
  });

  const replay = () => new ReplayService(api.get(Database));

  async function personNamed(username: string): Promise<Person> {
    const [found] = await rows<Person>(`SELECT id, username, role FROM user WHERE username = '${username}'`);
    return found!;
  }

  it('replays without a difference, and accounts for all money', async () => {
    const { events, differences } = await replay().check();
    expect(events).toBeGreaterThan(1_000);
    expect([...differences, ...(await replay().checkMoney())]).toEqual([]);
  });

  it('shows the audit of before', async () => {
    const admin = await signedIn(api, await personNamed('jorge.ramirez'));
    const { code, data } = await admin.get<Page<AuditRow>>('audit/list?size=50');
    expect(code).toBe('00');
    expect(data.result.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['guardPolicy.changed', 'stop.placed', 'user.created']),
    );
  });

  it('undoes a record of before', async () => {
    const [last] = await rows<{ id: number; taskId: number; username: string }>(`
      SELECT l.id, l.case_id AS taskId, u.username FROM collection_log l JOIN user u ON u.id = l.collector_id
        JOIN collection_case c ON c.id = l.case_id AND c.version = JSON_VALUE(l.undo_doc, '$.version')
      WHERE l.undone_at IS NULL ORDER BY l.at DESC, l.id DESC LIMIT 1`);
    const author = await signedIn(api, await personNamed(last!.username));
    const { taskId, id: recordId } = last!;
    const answer = await author.post<UndoneRecord>('task/undoRecord', {
      ...{ taskId, recordId, clientRequestId: 'undo-after-an-upgrade' },
    });
    expect(answer.code).toBe('00');
    expect(await replay().checkMoney()).toEqual([]);
  });

  it('opens what was sealed, and finds it by its index', async () => {
    const [borrower] = await api.rows<{ sealed: Buffer; hash: Buffer; mask: string }>(sql`
      SELECT phone_enc AS sealed, phone_hash AS hash, phone_mask AS mask FROM borrower ORDER BY id LIMIT 1`);
    const vault = api.get(Vault);
    const phone = vault.open(borrower!.sealed);
    expect(phone).toMatch(/^\+52\d{10}$/);
    expect(vault.index(phone)).toEqual(borrower!.hash);
    expect(phone.endsWith(borrower!.mask.slice(-2))).toBe(true);
  });
});
