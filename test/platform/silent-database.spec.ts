import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '../../server/platform/auth/actor.js';
import { Database, isDatabaseGone } from '../../server/platform/db/database.js';
import { sql } from '../../server/platform/db/sql.js';
import { AppError } from '../../server/platform/http/app-error.js';
import { UnitOfWork } from '../../server/platform/db/unit-of-work.js';
import { proxyTo, type Proxy } from '../faults/rig/proxy.js';
import { eventually } from '../support/eventually.js';
import { createStack, startApi, type Api, type Stack } from '../support/stack.js';

/** One wait and two short ones; each waiting its turn at a connection would take several times as long. */
const LONGEST_MS = 10_000;
/** More than the connections of both pools: most wait for one. */
const MANY = 60;

let stack: Stack;
let proxy: Proxy;
let api: Api;

beforeAll(async () => {
  stack = await createStack();
  proxy = await proxyTo(process.env['DATABASE_URL']!);
  process.env['DATABASE_URL'] = proxy.url;
  api = await startApi();
});
afterAll(async () => {
  await api.close();
  await proxy.close();
  await stack.close();
});

const one = sql`SELECT 1 AS one`;
const read = () => api.get(Database).rows(one);
const readTogether = () => api.get(Database).readTogether(one, one);
const command = () => api.get(UnitOfWork).transact(SYSTEM, (tx) => tx.read(one));
const refusal = (work: () => Promise<unknown>) =>
  work().then(
    () => 'answered',
    (error: unknown) => (isDatabaseGone(error) ? 'gone' : error),
  );

describe('a database that stands still', () => {
  it('keeps nobody waiting, with a connection or without, and is used again when it answers', async () => {
    proxy.cut('hang');
    const inTurn = async () => [await refusal(read), await refusal(readTogether), await refusal(command)];
    const began = performance.now();
    const refused = await Promise.all(Array.from({ length: MANY }, inTurn));
    expect(new Set(refused.flat())).toEqual(new Set(['gone']));
    expect(performance.now() - began).toBeLessThan(LONGEST_MS);
    proxy.mend();
    await eventually(async () => expect(await refusal(read)).toBe('answered'));
    await eventually(async () => expect(await refusal(command)).toBe('answered'));
  });

  it('is waited for by those who wait behind others, as long as it answers anybody', async () => {
    const slow = Array.from({ length: MANY }, () => api.get(Database).rows(sql`SELECT SLEEP(0.8) AS slept`));
    expect(await Promise.all(slow)).toHaveLength(MANY);
  });

  it('is waited for behind commands that are refused, which it answers too', async () => {
    const slow = () =>
      api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
        await tx.read(sql`SELECT SLEEP(0.8) AS slept`);
        throw new AppError('case.closed');
      });
    const refusals = await Promise.all(Array.from({ length: MANY }, () => refusal(slow)));
    expect(refusals.filter((error) => !(error instanceof AppError))).toEqual([]);
  });
});
