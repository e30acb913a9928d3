import type { RepaymentCodeRow, RepaymentCodes } from '../../../contract/money/repayment-codes.js';
import type { Sandbox } from '../../../sandbox/sandbox.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase, type CaseWish, type TestCase } from '../../support/cases.js';
import {
  createOrg,
  createUser,
  signedIn,
  type Answer,
  type Client,
  type Org,
  type Person,
} from '../../support/org.js';
import { outsidePort, startOutside } from '../../support/outside.js';
import { createStack, startApi, type Api, type Stack } from '../../support/stack.js';

/** A collector with borrowers who pay, and the rails and the debit provider outside. */
export interface MoneyDesk {
  stack: Stack;
  api: Api;
  org: Org;
  outside: Sandbox;
  ana: Person;
  as: Record<'ana' | 'luis' | 'leader' | 'supervisor' | 'otherLeader', Client>;
  close(): Promise<void>;
}

export async function createMoneyDesk(): Promise<MoneyDesk> {
  const port = await outsidePort();
  const stack = await createStack({ SANDBOX_URL: `http://127.0.0.1:${port}` });
  const api = await startApi();
  const outside = await startOutside(port, api.url);
  const org = await createOrg(api);
  const ana = await createUser(api, org, 'member', { name: 'Ana Ruiz' });
  const other = { groupId: org.otherGroupId };
  const as = {
    ana: await signedIn(api, ana),
    luis: await signedIn(api, await createUser(api, org, 'member')),
    leader: await signedIn(api, await createUser(api, org, 'leader')),
    supervisor: await signedIn(api, await createUser(api, org, 'supervisor')),
    otherLeader: await signedIn(api, await createUser(api, org, 'leader', other)),
  };
  const close = async () => {
    await outside.close();
    await api.close();
    await stack.close();
  };
  return { stack, api, org, outside, ana, as, close };
}

/** One of Ana's cases: 1,000 pesos due, with a stored card. */
export async function caseOf(desk: MoneyDesk, wish: CaseWish = {}): Promise<TestCase> {
  const test = await createCase(desk.api, desk.org, { ownerId: desk.ana.id, ...wish });
  await desk.api.rows(sql`UPDATE loan_item SET card_mask = '•••• 4321' WHERE id = ${test.loanItemId}`);
  return test;
}

let requests = 0;
export const requestId = () => `money-${process.pid}-${++requests}`;

export function ask<Data = unknown>(
  client: Client,
  path: string,
  body: Record<string, unknown>,
): Promise<Answer<Data>> {
  return client.post<Data>(path, { clientRequestId: requestId(), ...body });
}

export async function codesOf(client: Client, test: TestCase): Promise<RepaymentCodes> {
  return (await client.get<RepaymentCodes>(`repay/repaymentCode/${test.id}`)).data;
}

export async function firstCode(client: Client, test: TestCase): Promise<RepaymentCodeRow> {
  return (await codesOf(client, test)).result[0]!;
}

/** Past their cool-down. */
export const ageCodes = (desk: MoneyDesk, test: TestCase) =>
  desk.api.rows(sql`
    UPDATE repayment_code SET requested_at = requested_at - INTERVAL 121 SECOND WHERE case_id = ${test.id}`);

export const statusesOf = (rows: readonly { status: string }[]) => rows.map(({ status }) => status);

export const fieldsOf = (answer: Answer<unknown>) =>
  (answer.data as { fields: { field: string }[] }).fields.map(({ field }) => field);

export async function stateOf(desk: MoneyDesk, test: TestCase) {
  const [row] = await desk.api.rows<{ status: string; amountDue: number }>(sql`
    SELECT status, amount_due AS amountDue FROM collection_case WHERE id = ${test.id}`);
  return row!;
}

export async function namesOf(desk: MoneyDesk, test: TestCase): Promise<string[]> {
  const rows = await desk.api.rows<{ name: string }>(sql`
    SELECT name FROM domain_event WHERE case_id = ${test.id} ORDER BY id`);
  return rows.map(({ name }) => name);
}

/** Findings of `npm run replay -- --check`. */
export async function differences(desk: MoneyDesk): Promise<unknown[]> {
  return (await new ReplayService(desk.api.get(Database)).check()).differences;
}
