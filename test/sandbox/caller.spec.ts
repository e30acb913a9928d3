import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Caller } from '../../sandbox/caller.js';
import { Office } from '../../sandbox/office.js';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.js';
import { Random } from '../../server/seeds/generators/random.js';
import { sql } from '../../server/platform/db/sql.js';
import type { Desk } from '../features/cases/desk.js';
import { createCallDesk, newCall, NOON } from '../features/calls/desk.js';
import { eventually } from '../support/eventually.js';
import { PASSWORD } from '../support/org.js';
import { createStack, TEST_SECRETS, type Stack } from '../support/stack.js';
import { startWorkers } from '../support/workers.js';

let stack: Stack;
let desk: Desk;
let sandbox: Sandbox;
let workers: INestApplicationContext;

beforeAll(async () => {
  stack = await createStack({ RECOUP_CLOCK_AT: NOON });
  desk = await createCallDesk();
  const shift = Date.parse(NOON) - Date.now();
  sandbox = await startSandbox({
    port: 0,
    productUrl: desk.api.url,
    secrets: TEST_SECRETS,
    worldNow: () => new Date(Date.now() + shift),
    telephone: { ringMs: 50, talkMs: 20_000 },
  });
  process.env['SANDBOX_URL'] = sandbox.url;
  workers = await startWorkers({ processors: true });
});
afterAll(async () => {
  await workers.close();
  await sandbox.close();
  await desk.api.close();
  await stack.close();
});

interface Written {
  calls: number;
  recorded: number;
  records: number;
}

describe('a simulated collector', () => {
  it('signs in by the form’s calls, calls a borrower, says who answers, hangs up and records', async () => {
    for (let digit = 0; digit < 4; digit++) await newCall(desk, 'collector', `+5255500000${digit}${digit}`);
    const { username, id } = desk.people.collector;
    const door = { productUrl: desk.api.url, stop: new AbortController().signal };
    const office = await Office.enter(door, username, PASSWORD);
    const caller = new Caller(new Random(7), office!);
    const seen = new Set<string>();
    await eventually(async () => {
      seen.add(await caller.step());
      const [row] = await desk.api.rows<Written>(sql`
        SELECT (SELECT COUNT(*) FROM phone_call WHERE agent_id = ${id} AND party = 'BORROWER') AS calls,
          (SELECT COUNT(*) FROM phone_call WHERE agent_id = ${id} AND recording IS NOT NULL) AS recorded,
          (SELECT COUNT(*) FROM collection_log WHERE collector_id = ${id} AND call_status = 'CONNECTED') AS records`);
      expect(row).toEqual({ calls: 4, recorded: 4, records: 4 });
    });
    expect([...seen].toSorted()).toEqual(['CALL', 'FREE', 'WRAP_UP']);
  });

  it('does not come in with a wrong password', async () => {
    const door = { productUrl: desk.api.url, stop: new AbortController().signal };
    const { username } = desk.people.collector;
    await expect(Office.enter(door, username, 'Wrong-horse-7')).rejects.toMatchObject({ code: '10' });
  });
});
