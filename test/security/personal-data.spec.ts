import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { symbols } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOAN_COLUMNS, type ImportRun, type ImportStarted } from '../../contract/cases/imports.js';
import { SealsService } from '../../server/features/seals/seals.service.js';
import { Vault } from '../../server/platform/crypto/vault.js';
import { sql } from '../../server/platform/db/sql.js';
import { UnitOfWork } from '../../server/platform/db/unit-of-work.js';
import { Logger } from '../../server/platform/logger/logger.js';
import { loanRow } from '../features/imports/portfolio.js';
import { pay } from '../support/cases.js';
import { eventually } from '../support/eventually.js';
import { Client, createOrg, createUser, PASSWORD, signedIn, type Org, type Person } from '../support/org.js';
import { filesIn, foundIn, foundInTables, redisTexts } from '../support/plain-data.js';
import { Browser, encrypt } from '../support/sign-in.js';
import { TestSocket } from '../support/sockets.js';
import { useServer } from '../support/site.js';
import { TEST_SECRETS } from '../support/stack.js';

const PNG = Buffer.from('89504e470d0a1a0a5a79787069637475726500', 'hex');

/** Planted values; nothing else in this database is like them. */
const PERSON = {
  phone: '5598761234', homePhone: '5598765678', contactPhone: '5598769012', identity: 'ZYXM900517HDFRRL77',
  card: '8642', name: 'Zyxborrower Nunca Visto', contactName: 'Zyxcontact Nunca Visto',
}; // prettier-ignore
const NOTES = 'Zyxnotes: llama a su hermana despues de las seis';
const IDCARD = 'ZYXIDCARD770517';
const VIOLATOR = 'ZYXVIOL880101';
const NEW_PASSWORD = 'Zyxpassword-77-New';

let org: Org;
const logged: string[] = [];
const sockets: TestSocket[] = [];
const tokens: string[] = [];

afterAll(() => {
  for (const socket of sockets) socket.close();
});
const { stack, api, workers } = useServer({ workers: { processors: true } });
beforeAll(async () => {
  for (const { pino } of [api.get(Logger), workers.get(Logger)]) {
    pino.level = 'debug';
    Object.assign(pino, { [symbols.streamSym]: { write: (line: string) => logged.push(line) } });
  }
  org = await createOrg(api);
  await work();
});

/** A day's work on the planted person, through every door that there is. */
async function work(): Promise<void> {
  const person = await createUser(api, org, 'member', { username: 'zyx-collector' });
  const admin = await signedIn(api, await createUser(api, org, 'admin'));
  const leader = await signedIn(api, await createUser(api, org, 'leader'));
  await bindIdCard(person);
  const collector = await signIn(person);
  const caseId = await takeIn(admin);
  for (const client of [collector, leader]) sockets.push(await TestSocket.open(client));
  await leader.post('management/task/batchBindAgent', { taskIds: [caseId], agentId: person.id });
  for (const socket of sockets) expect((await socket.watch({ topic: 'case', caseId })).ok).toBe(true);
  await sockets[1]!.watch({ topic: 'board', groupId: org.groupId });
  await read(collector, caseId);
  await record(collector, caseId);
  const [{ item }] = (await api.rows(
    sql`SELECT loan_no AS item FROM collection_case WHERE id = ${caseId}`,
  )) as [{ item: string }];
  expect(
    (await pay(api, { providerReference: 'ZYX-REF-1', loanItemExternalId: item, amount: 5_000 })).code,
  ).toBe('00');
  await announce(admin);
  await sockets[1]!.next('board.changed', ({ data }) => data.totals.receivedAmount === 5_000);
  await eventually(async () => expect(await api.rows(sql`SELECT event_id FROM outbox`)).toEqual([]));
  await fail();
  await changePassword(collector);
}

async function bindIdCard(person: Person): Promise<void> {
  const hash = api.get(Vault).index(IDCARD);
  await api.rows(sql`UPDATE user SET id_card_hash = ${hash} WHERE id = ${person.id}`);
}

async function signIn(person: Person): Promise<Client> {
  const browser = new Browser(api);
  expect((await browser.signIn(person.username, `${NEW_PASSWORD}-wrong`, { idCard: IDCARD })).code).toBe(
    '10',
  );
  const { data } = await browser.signIn(person.username, PASSWORD, { idCard: IDCARD });
  tokens.push(data.token);
  return new Client(api.url, data.token, person);
}

async function takeIn(admin: Client): Promise<number> {
  const good = loanRow(7, {
    borrowerName: PERSON.name, phone: PERSON.phone, homePhone: PERSON.homePhone, identityNumber: PERSON.identity,
    cardLast4: PERSON.card, contact1Name: PERSON.contactName, contact1Phone: PERSON.contactPhone,
  }); // prettier-ignore
  // A refused row must not be kept by its error either.
  const bad = loanRow(8, {
    ...good.cells,
    loanItemExternalId: 'I-8',
    period: PERSON.phone,
    platform: PERSON.name,
  });
  const csv = stringify([good.cells, bad.cells], { header: true, columns: [...LOAN_COLUMNS] });
  const { data } = await admin.upload<ImportStarted>(
    'management/task/import?release=now',
    Buffer.from(csv),
    'book.csv',
  );
  const run = await eventually(async () => {
    const answer = await admin.get<ImportRun>(`management/task/import/${data.importId}`);
    expect(answer.data.status).toBe('DONE');
    return answer.data;
  });
  expect(run).toMatchObject({ rowsKept: 1, rowsRefused: 1 });
  const [found] = await api.rows<{ id: number }>(sql`SELECT id FROM collection_case WHERE loan_no = 'I-7'`);
  return found!.id;
}

async function read(collector: Client, caseId: number): Promise<void> {
  const found = await collector.get<{ totalCount: number }>(`task/listing?borrowerPhone=${PERSON.phone}`);
  expect(found.data.totalCount).toBe(1);
  const name = encodeURIComponent(PERSON.name.slice(0, 8));
  for (const path of [`task/listing?borrowerName=${name}`, `task/info/${caseId}`, `task/contacts/${caseId}`])
    expect((await collector.get(path)).code).toBe('00');
  await collector.get(`task/listing?borrowerPhone=${PERSON.phone}x&borrowerName=${name}`);
}

async function record(collector: Client, caseId: number): Promise<void> {
  const promise = {
    callResult: 'PTP',
    promiseAmount: 6_000,
    promiseDate: new Date().toISOString().slice(0, 10),
  };
  const call = {
    taskId: caseId,
    callStatus: 'CONNECTED',
    notes: NOTES,
    clientRequestId: 'zyx-request-1',
    ...promise,
  };
  const answers = [
    await collector.post('task/record', call),
    await collector.post('task/record', { ...call, taskId: 'x', clientRequestId: NOTES }),
    await collector.post(`task/record/${caseId}`, { callResult: 'CR30', remark: NOTES }),
  ];
  // In the evening of Mexico City the UTC day is tomorrow there: still within the three days.
  expect(answers.map(({ code }) => code)).toEqual(['00', '22', '00']);
  const logs = await collector.get<{ result: { remarks: string }[] }>(`task/collectionLogs/${caseId}`);
  expect(logs.data.result[0]?.remarks).toBe(NOTES);
}

async function announce(admin: Client): Promise<void> {
  const body = {
    kind: 'VIOLATION',
    name: 'Someone',
    idNo: VIOLATOR,
    irregularities: 'x',
    processResult: 'y',
  };
  const { code } = await admin.post('msg/addMsg', { ...body, base64Image: PNG.toString('base64') });
  expect(code).toBe('00');
}

/** A refusal of the database carries its whole statement, and its log entry must not. */
async function fail(): Promise<void> {
  const logger = api.get(Logger);
  const values = [PERSON.name, PERSON.phone, NOTES, tokens[0]!];
  const failing = (tx: { write(statement: ReturnType<typeof sql>): void }) =>
    tx.write(
      sql`INSERT INTO institution (id, code, name, path) VALUES (1, ${values.join(' ')}, ${values.join(' ')}, '/')`,
    );
  const error: unknown = await api
    .get(UnitOfWork)
    .transact({ userId: null, requestId: null }, async (tx) => failing(tx))
    .catch((cause: unknown) => cause);
  expect(JSON.stringify(error)).toContain(PERSON.name);
  const twice = await api
    .rows(
      sql`INSERT INTO queue (id, institution_id, code, name) VALUES (${org.queueId}, 1, ${NOTES.slice(0, 32)}, ${PERSON.name})`,
    )
    .catch((cause: unknown) => cause);
  for (const cause of [error, twice]) {
    logger.error(cause);
    logger.error('An import failed', { err: cause });
    logger.warn('The bell is silent', { error: cause });
  }
  logger.info(
    { borrower: { phone: PERSON.phone }, token: tokens[0], body: { password: NEW_PASSWORD } },
    'cut',
  );
}

async function changePassword(collector: Client): Promise<void> {
  const key = await new Browser(api).key();
  const { code } = await collector.post('manage/user/changePassword', {
    keyId: key.keyId,
    oldPassword: encrypt(key, PASSWORD),
    newPassword: encrypt(key, NEW_PASSWORD),
  });
  expect(code).toBe('00');
}

/** Never in plain, wherever. */
const secrets = () => [
  PERSON.phone, PERSON.homePhone, PERSON.contactPhone, PERSON.identity, NOTES, IDCARD, VIOLATOR, PASSWORD, NEW_PASSWORD,
  PNG.toString('base64'), PNG.toString('latin1'), ...tokens, ...Object.values(TEST_SECRETS), 'BEGIN PRIVATE KEY',
]; // prettier-ignore
const names = [PERSON.name, PERSON.contactName];

describe('personal data', () => {
  it('is in no table in plain', async () => {
    expect(await foundInTables(api, secrets())).toEqual({});
  });

  it('has names only in the columns that hold names', async () => {
    expect(await foundInTables(api, names)).toEqual({
      'borrower.name': [PERSON.name],
      'collection_case.borrower_name': [PERSON.name],
      'contact.name': expect.arrayContaining(names),
    });
  });

  it('shows of a card its last four in the mask, and nowhere else', async () => {
    const [item] = await api.rows(
      sql`SELECT card_mask AS mask, card_enc AS sealed FROM loan_item WHERE external_id = 'I-7'`,
    );
    expect(item).toEqual({ mask: '•••• 8642', sealed: expect.any(Buffer) });
    const alone = /(?<![\w-])8642(?![\w-])/;
    const events = await api.rows<{ payload: string }>(sql`SELECT payload FROM domain_event`);
    const texts = [...events.map(({ payload }) => payload), ...logged, ...(await redisTexts(stack.redisUrl))];
    expect(texts.filter((text) => alone.test(text))).toEqual([]);
  });

  it('is not in the event log, where there is something of all that was done', async () => {
    const events = await api.rows<{ name: string; payload: string }>(
      sql`SELECT name, payload FROM domain_event`,
    );
    const kinds = ['action.recorded', 'announcement.published', 'case.assigned', 'case.opened', 'import.finished', 'payment.posted', 'promise.created', 'session.opened', 'user.passwordChanged']; // prettier-ignore
    expect([...new Set(events.map(({ name }) => name))]).toEqual(expect.arrayContaining(kinds));
    expect(events.flatMap(({ payload }) => foundIn(payload, [...secrets(), ...names]))).toEqual([]);
  });

  it('is in no key or value of Redis, where sessions, jobs and frames are', async () => {
    const texts = await redisTexts(stack.redisUrl);
    const keys = texts.map((text) => text.split(' ')[0]);
    for (const kind of [/^session:/, /^bull:promises:promise-/, /^recoup:sockets/])
      expect(keys).toContainEqual(expect.stringMatching(kind));
    expect(texts.flatMap((text) => foundIn(text, [...secrets(), ...names]))).toEqual([]);
  });

  it('is in no frame', () => {
    for (const socket of sockets) expect(socket.frames.length).toBeGreaterThan(0);
    const frames = sockets.flatMap((socket) => socket.frames.map((frame) => JSON.stringify(frame)));
    expect(frames.some((frame) => frame.includes('case.changed'))).toBe(true);
    expect(frames.flatMap((frame) => foundIn(frame, [...secrets(), ...names]))).toEqual([]);
  });

  it('is in no line of the log, also when a statement with it was refused', () => {
    expect(logged.filter((line) => line.includes('ER_DATA_TOO_LONG')).length).toBeGreaterThan(2);
    expect(logged.filter((line) => line.includes('ER_DUP_ENTRY')).length).toBeGreaterThan(2);
    expect(logged.join('')).toContain('[cut]');
    expect(logged.flatMap((line) => foundIn(line, [...secrets(), ...names]))).toEqual([]);
  });

  it('is sealed in every file', async () => {
    const files = await filesIn(join(stack.dataDir, 'files'));
    expect(files.length).toBe(1);
    expect(files.flatMap((file) => foundIn(file, [...secrets(), ...names]))).toEqual([]);
  });

  it('is in nothing that the signatures of the log keep, but their own key', async () => {
    await workers.get(SealsService).sign();
    const files = await filesIn(join(stack.dataDir, 'seals'));
    // Two keys, and the words of a day or, over midnight, of two.
    expect(files.length).toBeGreaterThanOrEqual(3);
    expect(files.flatMap((file) => foundIn(file, [...secrets(), ...names]))).toEqual(['BEGIN PRIVATE KEY']);
  });
});
