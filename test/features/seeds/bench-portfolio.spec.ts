import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fillPortfolio, type BenchPortfolio } from '../../../bench/portfolio/portfolio.js';
import { Config } from '../../../server/platform/config/config.js';
import { Vault } from '../../../server/platform/crypto/vault.js';
import { createStack, type Stack } from '../../support/stack.js';

let stack: Stack;
let connection: Connection;
let portfolio: BenchPortfolio;
let keysBefore: string;

async function one<Row>(text: string, values: unknown[] = []): Promise<Row> {
  const [rows] = await connection.query<RowDataPacket[]>(text, values);
  return rows[0] as Row;
}
const keysOfCases = async () =>
  (await one<Record<string, string>>('SHOW CREATE TABLE collection_case'))['Create Table']!;

beforeAll(async () => {
  stack = await createStack({}, { ownSchema: true });
  connection = await mysql.createConnection({ uri: stack.databaseUrl });
  keysBefore = await keysOfCases();
  portfolio = await fillPortfolio(stack.databaseUrl, {
    cases: 4_100,
    secrets: new Config().secrets,
    today: '2026-11-21',
  });
});
afterAll(async () => {
  await connection.end();
  await stack.close();
});

describe('the portfolio for benchmarks', () => {
  it('has as many cases as asked for, 200 a collector, 20 collectors a leader, and its keys again', async () => {
    expect(portfolio).toMatchObject({ cases: 4_100, collectors: 21, leaders: 2 });
    expect(await one('SELECT COUNT(*) AS n FROM collection_case')).toEqual({ n: 4_100 });
    expect(portfolio.caseIds.length).toBeGreaterThan(100);
    expect(await keysOfCases()).toBe(keysBefore);
  });

  it('agrees with itself: amounts with plans, cases with their owners and borrowers', async () => {
    const wrong = await one<{ amounts: number; seats: number; names: number }>(`
      SELECT SUM(c.amount_due <> s.due) AS amounts, SUM(c.borrower_name <> b.name) AS names,
        SUM(u.id IS NOT NULL AND (u.group_id <> c.group_id OR u.institution_id <> c.institution_id)) AS seats
      FROM collection_case c JOIN borrower b ON b.id = c.borrower_id LEFT JOIN user u ON u.id = c.owner_id
      JOIN (SELECT loan_item_id, SUM(principal + interest + penalty + iva - paid) AS due
        FROM plan_row WHERE due_date <= '2026-11-21' GROUP BY 1) s
        ON s.loan_item_id = c.loan_item_id`);
    expect(Object.values(wrong).map(Number)).toEqual([0, 0, 0]);
  });

  it('is found by the phone number that the product would look for', async () => {
    const vault = new Vault(new Config());
    const hash = vault.index(`+52550${String((17 * 7919) % 10_000_000).padStart(7, '0')}`);
    const found = await one<{ external_id: string; phone_enc: Buffer }>(
      'SELECT external_id, phone_enc FROM borrower WHERE phone_hash = ?',
      [hash],
    );
    expect(found.external_id).toBe('BB17');
    expect(vault.open(found.phone_enc)).toMatch(/^\+52\d{10}$/);
  });

  it('leaves room for the product to go on writing', async () => {
    const { next } = await one<{ next: number }>(
      "SELECT next_id AS next FROM id_block WHERE name = 'entity'",
    );
    const { last } = await one<{ last: number }>(
      'SELECT GREATEST((SELECT MAX(id) FROM contact), (SELECT MAX(id) FROM promise)) AS last',
    );
    expect(next).toBeGreaterThan(last);
  });
});
