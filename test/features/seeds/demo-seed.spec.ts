import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { verifyPassword } from '../../../server/platform/auth/passwords.js';
import { moneyDifferences } from '../../../server/domain/replay/loan-money.sql.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql, type Statement } from '../../../server/platform/db/sql.js';
import { ACCOUNTS_FILE, DEMO_PASSWORD } from '../../../server/seeds/demo-accounts.js';
import { DemoSeed } from '../../../server/seeds/demo-seed.js';
import { SeedModule } from '../../../server/seeds/seed.module.js';
import { createStack, type Stack } from '../../support/stack.js';

const PARAMETERS = { cases: 500, collectors: 12, leaders: 6, seed: 2026 };
const silent = () => {};

let stack: Stack;
let app: INestApplicationContext;

const open = () => NestFactory.createApplicationContext(SeedModule, { logger: ['error'] });
const rows = <Row extends object>(statement: Statement) => app.get(Database).rows<Row>(statement);
const count = async (statement: Statement) => Number((await rows<{ n: number }>(statement))[0]!.n);

/** A new process: the seed moves the clock of the one it runs in. */
async function plantAnew(): Promise<boolean> {
  await app.close();
  app = await open();
  return app.get(DemoSeed).plant(PARAMETERS, silent);
}

beforeAll(async () => {
  stack = await createStack();
  app = await open();
  expect(await app.get(DemoSeed).plant(PARAMETERS, silent)).toBe(true);
}, 240_000);
afterAll(async () => {
  await app.close();
  await stack.close();
});

/** Each has a first case; one that was paid up and fell due again has another. */
const loans = () => count(sql`SELECT COUNT(*) AS n FROM collection_case WHERE previous_case_id IS NULL`);

describe('the demo', () => {
  it('has the people and the cases that were asked for', async () => {
    expect(await count(sql`SELECT COUNT(*) AS n FROM user`)).toBe(12 + 6 + 3 + 2);
    expect(await loans()).toBe(500);
    expect(await count(sql`SELECT COUNT(*) AS n FROM institution WHERE device_data = 1`)).toBe(1);
    expect(await count(sql`SELECT COUNT(*) AS n FROM queue`)).toBe(8);
    expect(await count(sql`SELECT COUNT(*) AS n FROM queue WHERE kind = 'LONG_AGING'`)).toBe(1);
    expect(await count(sql`SELECT COUNT(*) AS n FROM import_error`)).toBe(0);
  });

  it('wrote an event for everything, and each waits for the relay', async () => {
    const events = new Map(
      (
        await rows<{ name: string; n: number }>(
          sql`SELECT name, COUNT(*) AS n FROM domain_event GROUP BY name`,
        )
      ).map(({ name, n }) => [name, Number(n)]),
    );
    expect(events.get('user.created')).toBe(23);
    expect([...events.keys()]).toEqual(
      expect.arrayContaining(['contact.optedOut', 'contact.held', 'contact.overridden', 'approval.decided']),
    );
    expect(events.get('case.opened')).toBe(await count(sql`SELECT COUNT(*) AS n FROM collection_case`));
    expect(events.get('case.assigned')).toBe(
      await count(sql`SELECT COUNT(*) AS n FROM collection_case WHERE assigned_at IS NOT NULL`),
    );
    expect(events.get('payment.posted')).toBe(
      await count(sql`SELECT COUNT(*) AS n FROM payment WHERE type = 'PAYMENT'`),
    );
    expect(events.get('action.recorded')).toBe(
      await count(sql`
        SELECT COUNT(*) AS n FROM collection_log
        WHERE collector_id IS NOT NULL AND COALESCE(collection_result, '') NOT IN ('MSS', 'MSF')`),
    );
    expect(await count(sql`SELECT COUNT(*) AS n FROM outbox`)).toBe(
      await count(sql`SELECT COUNT(*) AS n FROM domain_event`),
    );
  });

  it('is alive: days open, money in, promises due today and later, none overdue', async () => {
    const today = businessDay(new Date());
    expect(await count(sql`SELECT COUNT(*) AS n FROM collector_day WHERE day = ${today}`)).toBe(12);
    expect(
      await count(sql`SELECT COUNT(*) AS n FROM collector_day WHERE day = ${today} AND received_amount > 0`),
    ).toBeGreaterThan(0);
    expect(await count(sql`SELECT COUNT(*) AS n FROM promise WHERE status = 'OPEN'`)).toBeGreaterThan(0);
    expect(await count(sql`SELECT COUNT(*) AS n FROM promise WHERE status = 'KEPT'`)).toBeGreaterThan(0);
    expect(
      await count(sql`SELECT COUNT(*) AS n FROM promise WHERE status = 'OPEN' AND due_date < ${today}`),
    ).toBe(0);
    expect(await count(sql`SELECT COUNT(*) AS n FROM collection_case WHERE opened_at > ${new Date()}`)).toBe(
      0,
    );
  });

  it('has days like real ones: each team reaches 60 to 130 % of its target, today in proportion to the hour', async () => {
    const today = businessDay(new Date());
    const days = await rows<{ day: string; groupId: number; reached: number }>(sql`
      SELECT day, group_id AS groupId, SUM(received_amount) / SUM(target) AS reached FROM collector_day
      WHERE target > 0 GROUP BY day, group_id ORDER BY day`);
    const over = days.filter(({ day }) => day < today);
    expect(new Set(over.map(({ day }) => day)).size).toBeGreaterThanOrEqual(5);
    expect(over.filter(({ reached }) => reached < 0.6 || reached > 1.3)).toEqual([]);
    const now = days.filter(({ day }) => day === today);
    expect(now).toHaveLength(6);
    expect(now.filter(({ reached }) => reached <= 0 || reached > 1.3)).toEqual([]);
  });

  it('has something waiting on every team: a hold and a fraud to decide, and money to pay back', async () => {
    const kinds = await rows<{ groupId: number; kinds: string }>(sql`
      SELECT c.group_id AS groupId, GROUP_CONCAT(r.kind ORDER BY r.kind) AS kinds FROM leader_request r
        JOIN collection_case c ON c.id = r.case_id WHERE r.status = 'OPEN' GROUP BY c.group_id`);
    expect(kinds.map((each) => each.kinds)).toEqual(kinds.map(() => 'FRAUD,HOLD'));
    expect(kinds).toHaveLength(5);
    expect(await count(sql`SELECT COUNT(*) AS n FROM refund WHERE status = 'OPEN'`)).toBe(5);
  });

  it('shows something on every screen of supervision', async () => {
    const countOf = async (statement: Statement) =>
      Object.fromEntries(
        (await rows<{ what: string; n: number }>(statement)).map(({ what, n }) => [what, Number(n)]),
      );
    const complaints = await countOf(
      sql`SELECT status AS what, COUNT(*) AS n FROM complaint GROUP BY status`,
    );
    expect(Object.keys(complaints).sort()).toEqual(['COMPLETED', 'PENDING', 'PENDING_CLOSURE', 'PROCESSING']);
    expect(
      await countOf(
        sql`SELECT IF(live = 1, 'live', 'lifted') AS what, COUNT(*) AS n FROM contact_stop GROUP BY 1`,
      ),
    ).toEqual({ live: 1, lifted: 1 });
    expect(await countOf(sql`SELECT status AS what, COUNT(*) AS n FROM anomaly GROUP BY status`)).toEqual({
      ...{ ACKNOWLEDGED: 1, OPEN: 5 },
    });
    expect(await count(sql`SELECT COUNT(*) AS n FROM anomaly WHERE assignee_id IS NOT NULL`)).toBe(1);
    const samples = await countOf(
      sql`SELECT status AS what, COUNT(*) AS n FROM quality_sample GROUP BY status`,
    );
    expect(samples).toMatchObject({ ANSWERED: 1, SCORED: 2, WAITING: expect.any(Number) });
    expect(await count(sql`SELECT COUNT(*) AS n FROM recording_note`)).toBe(6);
    expect(await count(sql`SELECT COUNT(*) AS n FROM announcement_read`)).toBeGreaterThan(2);
    const visitors = sql`SELECT username FROM user WHERE role = 'member' ORDER BY id LIMIT 3`;
    expect(
      await count(sql`
      SELECT COUNT(*) AS n FROM behaviour_record b JOIN user u ON u.id = b.user_id
      WHERE b.address <> '' AND u.username IN (SELECT v.username FROM (${visitors}) v)`),
    ).toBe(0);
  });

  it('has no behaviour record that the product would not have written', async () => {
    const types = await rows<{ type: string }>(sql`SELECT DISTINCT type FROM behaviour_record ORDER BY type`);
    expect(types.map(({ type }) => type)).toEqual(['DIAL', 'REVEAL_PHONE', 'SEND', 'VIEW_CASE']);
    const acts = { DIAL: 'phone_call', REVEAL_PHONE: 'phone_reveal', SEND: 'message' };
    const doer = { DIAL: 'agent_id', REVEAL_PHONE: 'user_id', SEND: 'sender_id' };
    for (const type of ['DIAL', 'REVEAL_PHONE', 'SEND'] as const) {
      const [table, who] = [acts[type], doer[type]].map((text) => ({ text, params: [] }));
      expect(
        await count(sql`
        SELECT COUNT(*) AS n FROM behaviour_record b
        LEFT JOIN ${table!} a ON a.id = b.id AND a.${who!} = b.user_id AND a.case_id = b.case_id
          AND a.contact_id <=> b.contact_id
        WHERE b.type = ${type} AND (a.id IS NULL OR b.source <> 'SERVER')`),
      ).toBe(0);
    }
    expect(
      await count(sql`
      SELECT COUNT(*) AS n FROM behaviour_record b JOIN behaviour_record o ON o.type = b.type AND o.user_id = b.user_id
        AND o.case_id = b.case_id AND o.id <> b.id AND o.at BETWEEN b.at - INTERVAL 10 MINUTE AND b.at
      WHERE b.type = 'VIEW_CASE'`),
    ).toBe(0);
  });

  it('has a few forgotten cases in every team, and looks at the others on the days to come', async () => {
    const today = businessDay(new Date());
    const teams = await rows<{ forgotten: number; later: number }>(sql`
      SELECT CAST(SUM((action_at IS NULL OR action_at < ${startOfBusinessDay(today)})
          AND (status <> 'C01' OR assigned_at < ${startOfBusinessDay(addDays(today, -1))})) AS SIGNED) AS forgotten,
        CAST(SUM(action_at >= ${startOfBusinessDay(addDays(today, 1))}) AS SIGNED) AS later
      FROM collection_case WHERE is_open = 1 AND owner_id IS NOT NULL GROUP BY group_id`);
    expect(teams).toHaveLength(6);
    for (const { forgotten, later } of teams) {
      expect(forgotten).toBeGreaterThan(0);
      expect(forgotten).toBeLessThan(10);
      expect(later).toBeGreaterThan(10);
    }
  });

  it('accounts for all money of every loan', async () => {
    expect(await rows(moneyDifferences())).toEqual([]);
  });

  it('tells no name, number or identity in any event', async () => {
    const people = await rows<{ name: string }>(sql`SELECT DISTINCT name FROM borrower`);
    const texts = (await rows<{ payload: string }>(sql`SELECT payload FROM domain_event`)).map(
      (row) => row.payload,
    );
    const all = texts.join('\n');
    expect(people.filter(({ name }) => all.includes(name))).toEqual([]);
    expect(all).not.toMatch(/\+52\d{10}|[A-Z]{4}\d{6}[HM][A-Z]{5}/);
  });

  it('keeps the accounts to their owner, and their password works', async () => {
    const file = join(stack.dataDir, ACCOUNTS_FILE);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const accounts = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>[];
    expect(accounts.map(({ role, liveness }) => [role, liveness])).toEqual([
      ['member', undefined],
      ['leader', undefined],
      ['supervisor', undefined],
      ['admin', undefined],
      ['member', 'PAGE'],
      ['member', 'CAMERA'],
      ['admin', undefined],
    ]);
    const [maria] = await rows<{ hash: string }>(sql`
      SELECT password_hash AS hash FROM user WHERE username = 'maria.garcia'`);
    expect(await verifyPassword(maria!.hash, DEMO_PASSWORD)).toBe(true);
  });

  it('is not seeded twice, and begins anew when a seed died half-way', async () => {
    expect(await plantAnew()).toBe(false);
    await app.get(Database).run(sql`UPDATE demo_seed SET done_at = NULL`);
    expect(await plantAnew()).toBe(true);
    expect(await loans()).toBe(500);
    // Rows of migrations are there still: without its row the gate of contacts holds nobody.
    expect(await count(sql`SELECT COUNT(*) AS n FROM contact_gate`)).toBe(1);
    expect(await count(sql`SELECT COUNT(*) AS n FROM domain_event WHERE name = 'case.opened'`)).toBe(
      await count(sql`SELECT COUNT(*) AS n FROM collection_case`),
    );
  }, 180_000);

  it('leaves a database alone that has people of its own', async () => {
    await app.get(Database).run(sql`DELETE FROM demo_seed`);
    expect(await plantAnew()).toBe(false);
    expect(await loans()).toBe(500);
  });
});
