import { createHash, randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import type { Config } from '../../../server/platform/config/config.js';
import { Vault } from '../../../server/platform/crypto/vault.js';

export interface Person {
  id: number;
  role: 'member' | 'leader';
  groupId: number;
  token: string;
}
export interface FaultCase {
  id: number;
  loanItemId: number;
  contactId: number;
  externalId: string;
  ownerId: number | null;
  groupId: number;
}
export interface Company {
  collectors: Person[];
  leaders: Person[];
  /** Open cases of the collectors, for the load. */
  cases: FaultCase[];
  /** A collector whom the load leaves alone, and the cases: what a fault is aimed at. */
  target: Person;
  targetCases: FaultCase[];
  /** Of nobody yet, for assignments. */
  unowned: FaultCase[];
}

const INSTITUTION = 10;
const QUEUE = 11;
const GROUPS = [12, 13];
const PERIODS = 4;
const PERIOD_AMOUNT = 250_000;
/** The product gives ids above; rows written here have ids below. */
const OWN_IDS = 1_000_000;

/** Fills a migrated, empty database with two teams and their cases. Days are opened by the workers, as on any morning. */
export async function fillCompany(
  databaseUrl: string,
  config: Config,
  size: { collectors?: number; casesEach?: number; targetCases?: number; unowned?: number } = {},
): Promise<Company> {
  const { collectors = 8, casesEach = 40, targetCases = 40, unowned = 60 } = size;
  const connection = await mysql.createConnection({ uri: databaseUrl, timezone: 'Z' });
  let next = 100;
  const person = (role: Person['role'], n: number): Person => ({
    id: next++,
    role,
    groupId: GROUPS[n % GROUPS.length]!,
    token: randomBytes(32).toString('base64url'),
  });
  const team = Array.from({ length: collectors + 1 }, (_, n) => person('member', n));
  const leaders = Array.from({ length: 4 }, (_, n) => person('leader', n));
  const target = team.pop()!;
  const seat = (owner: Person | null, n: number): FaultCase => ({
    id: next++,
    loanItemId: next++,
    contactId: next++,
    externalId: `FAULT-${next}`,
    ownerId: owner?.id ?? null,
    groupId: owner?.groupId ?? GROUPS[n % GROUPS.length]!,
  });
  const company = {
    collectors: team,
    leaders,
    target,
    cases: team.flatMap((owner) => Array.from({ length: casesEach }, (_, n) => seat(owner, n))),
    targetCases: Array.from({ length: targetCases }, (_, n) => seat(target, n)),
    unowned: Array.from({ length: unowned }, (_, n) => seat(null, n)),
  };
  try {
    await connection.query("INSERT INTO id_block (name, next_id) VALUES ('entity', ?)", [OWN_IDS]);
    await insertPeople(connection, [...team, target, ...leaders]);
    await insertCases(
      connection,
      [...company.cases, ...company.targetCases, ...company.unowned],
      new Vault(config),
    );
  } finally {
    await connection.end();
  }
  return company;
}

async function insertPeople(connection: mysql.Connection, people: Person[]): Promise<void> {
  const now = new Date();
  await connection.query("INSERT INTO institution (id, code, name, path) VALUES (?, 'FAULTS', 'Faults', ?)", [
    INSTITUTION,
    `/${INSTITUTION}/`,
  ]);
  await connection.query(
    "INSERT INTO queue (id, institution_id, code, name, type) VALUES (?, ?, 'FAULTS', 'Faults', 'MANUAL')",
    [QUEUE, INSTITUTION],
  );
  await connection.query('INSERT INTO admin_group (id, institution_id, name) VALUES ?', [
    GROUPS.map((id) => [id, INSTITUTION, `Group ${id}`]),
  ]);
  await connection.query(
    `INSERT INTO user (id, username, name, role, institution_id, group_id, queue_id, password_hash, created_at, updated_at)
     VALUES ?`,
    [
      people.map(({ id, role, groupId }) => [
        ...[id, `fault.${id}`, `Fault ${id}`, role, INSTITUTION, groupId],
        ...[role === 'member' ? QUEUE : null, 'none', now, now],
      ]),
    ],
  );
  await connection.query(
    'INSERT INTO user_session (id, token_hash, user_id, created_at, last_seen_at, expires_at) VALUES ?',
    [
      people.map(({ id, token }) => {
        const hash = createHash('sha256').update(token).digest();
        return [id, hash, id, now, now, new Date(now.getTime() + 12 * 3_600_000)];
      }),
    ],
  );
}

async function insertCases(connection: mysql.Connection, cases: FaultCase[], vault: Vault): Promise<void> {
  const now = new Date();
  const due = addDays(businessDay(now), -10);
  const phone = vault.seal('+525512345678');
  const hash = vault.index('+525512345678');
  const mask = '+52 55 •••• 5678';
  const name = (row: FaultCase) => `Borrower ${row.id}`;
  // A borrower has the id of the case.
  await connection.query(
    'INSERT INTO borrower (id, institution_id, external_id, name, phone_enc, phone_hash, phone_mask) VALUES ?',
    [cases.map((row) => [row.id, INSTITUTION, `B-${row.id}`, name(row), phone, hash, mask])],
  );
  await connection.query(
    'INSERT INTO contact (id, borrower_id, name, phone_enc, phone_hash, phone_mask, relation) VALUES ?',
    [cases.map((row) => [row.contactId, row.id, name(row), phone, hash, mask, 'R01'])],
  );
  await connection.query(
    `INSERT INTO loan_item (id, institution_id, borrower_id, external_id, loan_external_id, app_name, product_category,
       platform, reloan, loan_status, disbursed_at, contract_amount) VALUES ?`,
    [
      cases.map((row) => [
        ...[row.loanItemId, INSTITUTION, row.id, row.externalId, `L-${row.id}`, 'Credi', 'Personal'],
        ...['android', 0, 40, now, PERIODS * PERIOD_AMOUNT],
      ]),
    ],
  );
  await connection.query(
    'INSERT INTO plan_row (loan_item_id, period, due_date, principal, interest, penalty, iva) VALUES ?',
    [
      cases.flatMap((row) =>
        Array.from({ length: PERIODS }, (_, n) => [row.loanItemId, n + 1, due, PERIOD_AMOUNT, 0, 0, 0]),
      ),
    ],
  );
  await connection.query(
    `INSERT INTO collection_case (id, institution_id, queue_id, group_id, owner_id, borrower_id, loan_item_id, loan_no,
       borrower_name, borrower_phone_mask, status, due_date, amount_due, opened_at, assigned_at) VALUES ?`,
    [
      cases.map((row) => [
        ...[row.id, INSTITUTION, QUEUE, row.groupId, row.ownerId, row.id, row.loanItemId, row.externalId],
        ...[name(row), mask, row.ownerId === null ? 'C00' : 'C01', due, PERIODS * PERIOD_AMOUNT, now, now],
      ]),
    ],
  );
}
