import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../server/platform/db/sql.js';
import { UnitOfWork } from '../../server/platform/db/unit-of-work.js';
import { SYSTEM } from '../../server/platform/auth/actor.js';
import { createStack, startApi, type Api, type Stack } from '../support/stack.js';

let stack: Stack;
let api: Api;

beforeAll(async () => {
  stack = await createStack();
  api = await startApi();
});
afterAll(async () => {
  await api.close();
  await stack.close();
});

const disabled = (userId: number) => ({
  name: 'user.disabled' as const,
  subject: ['user', userId] as ['user', number],
  payload: { userId },
});
const count = async (userId: number) =>
  (
    await api.rows<{ events: number; waiting: number }>(sql`
      SELECT COUNT(*) AS events, COUNT(o.event_id) AS waiting
      FROM domain_event e LEFT JOIN outbox o ON o.event_id = e.id WHERE e.subject_id = ${userId}`)
  )[0];

describe('the unit of work', () => {
  it('commits state, event and outbox together', async () => {
    await api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
      tx.write(sql`INSERT INTO role_menu (role, menu_keys) VALUES ('one', '')`);
      tx.emit(disabled(1));
    });
    expect(await count(1)).toEqual({ events: 1, waiting: 1 });
    expect(await api.rows(sql`SELECT role FROM role_menu WHERE role = 'one'`)).toHaveLength(1);
  });

  it('leaves nothing when the work fails, wherever it fails', async () => {
    const work = api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
      tx.write(sql`INSERT INTO role_menu (role, menu_keys) VALUES ('two', '')`);
      tx.emit(disabled(2));
      await tx.read(sql`SELECT 1`);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    const refused = api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
      tx.emit(disabled(2));
      tx.write(sql`INSERT INTO role_menu (role, menu_keys) VALUES ('one', 'again')`);
    });
    await expect(refused).rejects.toMatchObject({ code: 'ER_DUP_ENTRY' });
    expect(await count(2)).toEqual({ events: 0, waiting: 0 });
  });

  it('runs the work again after a deadlock, so that both sides take effect once', async () => {
    const uow = api.get(UnitOfWork);
    await uow.transact(SYSTEM, async (tx) => {
      tx.write(sql`INSERT INTO role_menu (role, menu_keys) VALUES ('a', ''), ('b', '')`);
    });
    const both = (first: string, second: string) =>
      uow.transact(SYSTEM, async (tx) => {
        await tx.read(sql`SELECT role FROM role_menu WHERE role = ${first} FOR UPDATE`);
        await tx.read(sql`SELECT role FROM role_menu WHERE role = ${second} FOR UPDATE`);
        tx.write(sql`UPDATE role_menu SET menu_keys = CONCAT(menu_keys, 'x') WHERE role IN ('a', 'b')`);
      });
    await Promise.all(Array.from({ length: 12 }, (_, i) => (i % 2 ? both('a', 'b') : both('b', 'a'))));
    expect(await api.rows(sql`SELECT menu_keys AS marks FROM role_menu WHERE role IN ('a', 'b')`)).toEqual([
      { marks: 'x'.repeat(12) },
      { marks: 'x'.repeat(12) },
    ]);
  });

  it('refuses a payload that breaks the contract before anything is written', async () => {
    const work = api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
      tx.emit({
        name: 'user.disabled',
        subject: ['user', 3],
        payload: { userId: 'three' as unknown as number },
      });
    });
    await expect(work).rejects.toThrow();
    expect(await count(3)).toEqual({ events: 0, waiting: 0 });
  });
});
