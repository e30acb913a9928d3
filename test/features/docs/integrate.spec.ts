import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiKeySecret } from '../../../contract/administration/api-keys.js';
import { businessDay } from '../../../contract/shared/date.js';
import type { DeductionAnswer } from '../../../contract/money/deductions.js';
import type { ImportRun, ImportStarted } from '../../../contract/cases/imports.js';
import type { Sandbox } from '../../../sandbox/sandbox.js';
import { sql } from '../../../server/platform/db/sql.js';
import { eventually } from '../../support/eventually.js';
import { agentTo } from '../../support/http.js';
import { outsidePort, startOutside } from '../../support/outside.js';
import { createStack, TEST_SECRETS, type Stack } from '../../support/stack.js';
import { PNG } from '../borrowers/desk.js';
import { createDesk, requestId, type Desk } from '../cases/desk.js';

const page = readFileSync(fileURLToPath(new URL('../../../docs/integrate.md', import.meta.url)), 'utf8');
const blocksOf = (language: string) =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, of]) => of === language)
    .map(([, , text]) => text!);

let stack: Stack;
let desk: Desk;
let outside: Sandbox;
let folder: string;

beforeAll(async () => {
  const port = await outsidePort();
  stack = await createStack({ SANDBOX_URL: `http://127.0.0.1:${port}` });
  desk = await createDesk();
  outside = await startOutside(port, desk.api.url);
  folder = await mkdtemp(join(tmpdir(), 'integrate-'));
  await writeFile(join(folder, 'face.png'), PNG);
  await writeFile(join(folder, 'loans.csv'), blocksOf('csv')[0]!);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await outside.close();
  await desk.api.close();
  await stack.close();
});

async function keyFor({ as, org }: Desk): Promise<string> {
  const { data } = await as.admin.post<{ id: number }>('apiKey/save', {
    ...{ name: 'Core', institutionId: org.institutionId, scopes: ['imports', 'payments'], enabled: true },
    ...{ expiresOn: businessDay(new Date()), addresses: null, perMinute: 60 },
  });
  const secret = await as.admin.post<ApiKeySecret>('apiKey/secret', { id: data.id, version: 1 });
  return secret.data.secret;
}

async function importFile(text: string, name: string): Promise<ImportRun> {
  const started = await desk.as.admin.upload<ImportStarted>(
    'management/task/import',
    Buffer.from(text),
    name,
  );
  expect(started).toMatchObject({ code: '00' });
  return eventually(async () => {
    const { data } = await desk.as.admin.get<ImportRun>(`management/task/import/${started.data.importId}`);
    expect(data).toMatchObject({ status: 'DONE', rowsRefused: 0, rowsKept: 1 });
    return data;
  });
}

it('every file of the page is taken in as it stands, and every call of it', async () => {
  const [loans, ledger] = blocksOf('csv');
  await importFile(loans!, 'loans.csv');
  await importFile(ledger!, 'ledger.csv');
  await desk.api.rows(sql`UPDATE loan_item SET card_mask = '•••• 4321' WHERE external_id = 'L-77001-1'`);
  await desk.api.rows(sql`
    UPDATE collection_case SET owner_id = ${desk.people.collector.id}, group_id = ${desk.org.groupId}, status = 'C01'`);
  const [found] = await desk.api.rows<{ id: number }>(sql`SELECT id FROM collection_case`);
  const wish = { taskId: found!.id, amount: 10_000, clientRequestId: requestId() };
  const deduction = await desk.as.collector.post<DeductionAnswer>('task/partDeduce', wish);
  const environment = {
    PATH: process.env['PATH'],
    RECOUP: desk.api.url,
    INTAKE_HMAC: TEST_SECRETS.intakeHmac,
    PAYMENT_HMAC: TEST_SECRETS.paymentHmac,
    DEBIT_HMAC: TEST_SECRETS.debitHmac,
    CARRIER_HMAC: TEST_SECRETS.carrierHmac,
    TELEPHONY_HMAC: TEST_SECRETS.telephonyHmac,
    DEDUCTION: String(deduction.data.deductionId),
    RECOUP_KEY: await keyFor(desk),
  };
  const script = ['set -eu', ...blocksOf('sh')].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, env: environment });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { code: string; data: object });
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => '00'));
  expect(answers).toHaveLength(script.match(/^(call|curl) /gm)!.length);
  expect(answers.slice(2, 5).map(({ data }) => data)).toEqual([1, 2, 3].map(() => ({ outcome: 'TAKEN' })));
  const state = await desk.api.rows(sql`
    SELECT b.last_app_visit_at IS NOT NULL AS visited, COUNT(p.kind) AS pictures, MAX(a.credit_score) AS score,
      (SELECT CAST(SUM(paid) AS SIGNED) FROM plan_row) AS paid
    FROM borrower b LEFT JOIN borrower_picture p ON p.borrower_id = b.id
    LEFT JOIN identity_answer a ON a.borrower_id = b.id GROUP BY b.id`);
  expect(state).toEqual([{ visited: 1, pictures: 1, score: 640, paid: 10_000 }]);
});

it('every request to a provider is answered by the sandbox with what the page says', async () => {
  const requests = blocksOf('http');
  const answers = blocksOf('json').map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(requests).toHaveLength(7);
  for (const [index, request] of requests.entries()) {
    const [head, body] = request.split('\n\n');
    const [line, ...headers] = head!.split('\n');
    const [method, path] = line!.split(' ');
    const agent = agentTo(outside.url, Object.fromEntries(headers.map((header) => header.split(': '))));
    const answer = method === 'GET' ? await agent.get(path!) : await agent.post(path!).send(body!.trim());
    expect({ path, status: Math.floor(answer.status / 100) }).toEqual({ path, status: 2 });
    const kinds = (given: Record<string, unknown>) =>
      Object.keys(answers[index]!).map((key) => [key, typeof given[key]]);
    expect(kinds(answer.body as Record<string, unknown>)).toEqual(kinds(answers[index]!));
  }
});
