import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CaseRow, ContactList } from '../../../contract/cases/cases.js';
import type { Page } from '../../../contract/shared/page.js';
import { SEALED_TABLES } from '../../../server/domain/keys/sealed-columns.rules.js';
import { Config } from '../../../server/platform/config/config.js';
import { Vault } from '../../../server/platform/crypto/vault.js';
import { Database } from '../../../server/platform/db/database.js';
import { FILE_KINDS, SealedFiles } from '../../../server/platform/files/sealed-files.js';
import { sql } from '../../../server/platform/db/sql.js';
import { eventually } from '../../support/eventually.js';
import { createUser, PASSWORD, signedIn, type Client, type Person } from '../../support/org.js';
import { Browser } from '../../support/sign-in.js';
import { createStack, startApi, TEST_SECRETS, type Api, type Stack } from '../../support/stack.js';
import { loanRow } from '../imports/portfolio.js';
import { ImportsService } from '../../../server/features/imports/imports.service.js';
import { contactOf, createDesk, openCase, requestId, type Desk } from '../cases/desk.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const [OLD, NEW] = [
  { keyId: 1, dataKey: TEST_SECRETS.dataKey, indexKey: TEST_SECRETS.indexKey },
  { keyId: 2, dataKey: key(21), indexKey: key(22) },
];
const before = { ...TEST_SECRETS, otherKeys: [NEW] };
const during = { ...TEST_SECRETS, ...NEW, otherKeys: [OLD] };
const after = { ...TEST_SECRETS, ...NEW, otherKeys: [] };
/** So few at once that the run can be killed in the middle. */
const BATCH = 4;
const CASES = 60;
/** The borrower at whom the first run waits until it is killed; imports touch those before. */
const HELD = 30;
/** The case whose number is somebody else's. */
const STRANGERS = 7;
const LONG = 120_000;

let stack: Stack;
let desk: Desk;
let api: Api;
let person: Person;
const phones = new Map<number, string>();

beforeAll(async () => {
  stack = await createStack({ RECOUP_SECRETS: JSON.stringify(before) });
  desk = await createDesk();
  for (let at = 0; at < CASES; at++) await take(at);
  person = await createUser(desk.api, desk.org, 'member');
  await bindIdCard();
  await desk.api.get(SealedFiles).keep('pictures', Buffer.from('a face'), 'face.sealed');
  await desk.api.get(SealedFiles).keep('recordings', Buffer.from('a voice'), 'voice.sealed');
  await desk.api.close();
  api = await restart(during);
}, LONG);
afterAll(async () => {
  await api.close();
  await stack.close();
});

async function restart(secrets: object): Promise<Api> {
  process.env['RECOUP_SECRETS'] = JSON.stringify(secrets);
  return startApi();
}

const phoneOf = (at: number) => `55700${String(at).padStart(5, '0')}`;
async function take(at: number): Promise<void> {
  const cells = { phone: phoneOf(at), borrowerExternalId: `R-${at}`, identityNumber: `ROTA${at}` };
  const id = await openCase(desk, 'collector', { cells });
  phones.set(id, phoneOf(at));
  const contactId = await contactOf(desk, id);
  if (at === STRANGERS)
    await desk.as.collector.post('task/record', {
      ...{
        taskId: id,
        contactId,
        callStatus: 'CONNECTED',
        callResult: 'NORLVT',
        clientRequestId: requestId(),
      },
    });
  const record = { callResult: 'DTP', notes: `Nota ${at}`, clientRequestId: requestId() };
  if (at % 10 === 0)
    expect((await desk.as.collector.post('task/record', { taskId: id, contactId, ...record })).code).toBe(
      '00',
    );
}

async function bindIdCard(): Promise<void> {
  await desk.as.admin.post('manage/user/bindIdCard', { id: person.id, idCard: 'rota 900101', version: 1 });
}

const findBy = async (client: Client, phone: string) =>
  (await client.get<Page<CaseRow>>(`task/listing?borrowerPhone=${phone}`)).data.result.map(({ id }) => id);

function rotate(): ChildProcess {
  const command = [
    '--import',
    './test/support/typescript.mjs',
    'server/tools/rotate-keys.ts',
    'run',
    String(BATCH),
  ];
  return spawn(process.execPath, command, {
    cwd: root,
    env: process.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
async function endOf(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = '';
  child.stdout!.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, said };
}

const firstBytes = async (table: string, column: string) =>
  new Set(
    (
      await api.rows<{ id: number }>({
        text: `SELECT DISTINCT ORD(SUBSTRING(${column}, 1, 1)) AS id FROM \`${table}\` WHERE ${column} IS NOT NULL`,
        params: [],
      })
    ).map(({ id }) => id),
  );

describe('a new key', () => {
  it('is told of by every column that holds a ciphertext', async () => {
    const columns = await api.rows<{ place: string }>(sql`
      SELECT CONCAT(table_name, '.', column_name) AS place FROM information_schema.columns
      WHERE table_schema = DATABASE() AND (column_name LIKE '%\_enc' OR column_name = 'private_key')`);
    const known = SEALED_TABLES.flatMap(({ table, columns: of }) =>
      of.map(({ sealed }) => `${table}.${sealed}`),
    );
    expect(known.sort()).toEqual(columns.map(({ place }) => place).sort());
  });

  it(
    'takes everything over while people work, killed once, and the old key is needed no more',
    async () => {
      const collector = await signedIn(api, desk.people.collector);
      const problems: string[] = [];
      let working = true;
      let round = 0;
      const work = (async () => {
        while (working) {
          const [id, phone] = [...phones][round++ % phones.size]!;
          if (!(await findBy(collector, phone)).includes(id))
            problems.push(`case ${id} is not found by ${phone}`);
          const row = loanRow(500_000 + round, {
            phone: phoneOf(round % HELD),
            borrowerExternalId: `R-${round % HELD}`,
          });
          await api.get(ImportsService).importRows([row]);
          const browser = new Browser(api);
          const signed =
            round % 5
              ? '00'
              : (await browser.signIn(person.username, PASSWORD, { idCard: 'ROTA900101' })).code;
          if (signed !== '00') problems.push(`sign-in answered ${signed}`);
        }
      })();
      const hold = await api.get(Database).writer();
      await hold.beginTransaction();
      const [held] = await api.rows<{ id: number }>(sql`
        SELECT id FROM borrower WHERE external_id = ${`R-${HELD}`}`);
      await hold.query('SELECT id FROM borrower WHERE id = ? FOR UPDATE', [held!.id]);
      const first = rotate();
      const killed = endOf(first);
      let heard = '';
      first.stdout!.on('data', (text: Buffer) => (heard += text.toString()));
      await eventually(async () => {
        const [part] = await api.rows<{ changed: number }>(sql`
        SELECT changed FROM key_rotation WHERE part = 'borrower' AND last_key IS NOT NULL`);
        expect(part?.changed).toBeGreaterThan(BATCH);
      }, LONG / 2);
      await eventually(() => expect(heard).toContain('once more'));
      first.kill('SIGKILL');
      await killed;
      await hold.rollback();
      hold.release();
      expect(await firstBytes('borrower', 'phone_enc')).toEqual(new Set([OLD.keyId, NEW.keyId]));
      const { code, said } = await endOf(rotate());
      working = false;
      await work;
      expect(problems).toEqual([]);
      expect(round).toBeGreaterThan(3);
      expect({ code, said }).toMatchObject({
        code: 0,
        said: expect.stringContaining('borrower: goes on after'),
      });
    },
    LONG,
  );

  it('opens every row and file alone', async () => {
    await api.close();
    api = await restart(after);
    const alone = new Vault(new Config());
    const opened: Record<string, number> = {};
    for (const { table, columns } of SEALED_TABLES)
      for (const { sealed, index } of columns) {
        const rows = await api.get(Database).rows<{ sealed: Buffer; hash: Buffer | null }>({
          text: `SELECT ${sealed} AS sealed, ${index ?? 'NULL'} AS hash FROM \`${table}\` WHERE ${sealed} IS NOT NULL`,
          params: [],
        });
        for (const row of rows) {
          const plain = alone.open(row.sealed);
          if (index) expect(row.hash).toEqual(alone.index(plain));
        }
        opened[`${table}.${sealed}`] = rows.length;
      }
    expect(opened['borrower.phone_enc']).toBeGreaterThanOrEqual(CASES);
    expect(opened['borrower.identity_enc']).toBeGreaterThanOrEqual(CASES);
    expect(opened['contact.phone_enc']).toBeGreaterThan(CASES);
    expect(opened['loan_item.card_enc']).toBeGreaterThanOrEqual(CASES);
    expect(opened['collection_log.notes_enc']).toBe(CASES / 10);
    expect(opened['login_key.private_key']).toBe(1);
    expect(opened['user.id_card_enc']).toBe(1);
    expect((await api.get(SealedFiles).open('pictures', 'face.sealed'))?.toString()).toBe('a face');
    expect((await api.get(SealedFiles).open('recordings', 'voice.sealed'))?.toString()).toBe('a voice');
    for (const kind of FILE_KINDS) expect(await api.get(SealedFiles).underOtherKeys(kind)).toEqual([]);
    const face = await readFile(join(stack.dataDir, 'files/pictures/face.sealed'));
    expect(face[0]).toBe(NEW.keyId);
  });

  it('leaves a number stopped, also for who comes with it later', async () => {
    const [, phone] = [...phones][STRANGERS]!;
    const later = await openCase({ ...desk, api }, 'collector', { cells: { phone } });
    const contactId = await contactOf({ ...desk, api }, later);
    const collector = await signedIn(api, desk.people.collector);
    const { data } = await collector.get<ContactList>(`task/contacts/${later}`);
    expect(data.contacts.find(({ id }) => id === contactId)?.blocked).toBe('WRONG');
  });

  it('finds by phone and by ID number as before, and knows nobody twice', async () => {
    const collector = await signedIn(api, desk.people.collector);
    for (const [id, phone] of phones) expect(await findBy(collector, phone)).toContain(id);
    const signIn = (idCard: string) => new Browser(api).signIn(person.username, PASSWORD, { idCard });
    expect((await signIn('ROTA900101')).code).toBe('00');
    expect((await signIn('ROTA900102')).code).toBe('10');
    const vault = new Vault(new Config());
    const [borrower] = await api.rows(
      sql`SELECT id FROM borrower WHERE identity_hash = ${vault.index('ROTA7')} AND external_id = 'R-7'`,
    );
    expect(borrower).toBeDefined();
    const contacts = await api.rows<{ borrowerId: number; sealed: Buffer }>(
      sql`SELECT borrower_id AS borrowerId, phone_enc AS sealed FROM contact`,
    );
    const numbers = contacts.map(({ borrowerId, sealed }) => `${borrowerId} ${vault.open(sealed)}`);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
