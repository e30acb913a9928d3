import mysql, { type Connection } from 'mysql2/promise';
import type { Config } from '../../server/platform/config/config.js';
import { CHUNK, fillNumbers, fillPeoplePool, TABLES, type PortfolioIds } from './rows.js';
import { fillStaff, type BenchLogin, type Staff } from './staff.js';
import { dropKeys, restoreKeys } from './secondary-keys.js';

export interface PortfolioOptions {
  cases: number;
  /** The keys that personal data is sealed with; the same as the product's, or it can not be opened. */
  secrets: Config['secrets'];
  /** Hash of everybody's password; without it nobody can sign in by a form. */
  passwordHash?: string;
  /** "2026-11-21"; the real day when it is not said. */
  today?: string;
  say?: (line: string) => void;
}

export interface BenchPortfolio {
  cases: number;
  collectors: number;
  leaders: number;
  collector: BenchLogin;
  leader: BenchLogin;
  supervisor: BenchLogin;
  admin: BenchLogin;
  /** Ids of the first hundred collectors and of their open cases, for benchmarks that spread over people. */
  collectorIds: number[];
  /** Open cases of `collector`. */
  caseIds: number[];
}

/**
 * Fills an empty, migrated database with a portfolio for benchmarks of reading: 200 cases per collector, 20 collectors per
 * leader. No events and no score cards: the replay does not fit it. The same number of cases gives the same rows, except for
 * what is sealed.
 *
 * It is one INSERT ... SELECT per table and chunk, with the secondary keys taken off before and built after: sorting
 * beats a million insertions into fourteen trees. Sealed values come from a pool of a thousand, so a number opened from
 * its ciphertext is not the one its index finds.
 */
export async function fillPortfolio(databaseUrl: string, options: PortfolioOptions): Promise<BenchPortfolio> {
  const connection = await mysql.createConnection({
    uri: databaseUrl,
    timezone: 'Z',
    supportBigNumbers: true,
  });
  try {
    await connection.query(
      "SET SESSION unique_checks = 0, foreign_key_checks = 0, time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES'",
    );
    return await fill(connection, options);
  } finally {
    await connection.end();
  }
}

async function fill(connection: Connection, options: PortfolioOptions): Promise<BenchPortfolio> {
  const say = options.say ?? (() => {});
  const collectors = Math.max(1, Math.ceil(options.cases / 200));
  const leaders = Math.max(1, Math.ceil(collectors / 20));
  const first = await reserveIds(connection, options.cases * 7 + collectors + leaders + 100);
  const staff = await fillStaff(connection, {
    first,
    collectors,
    leaders,
    passwordHash: options.passwordHash ?? '',
  });
  await fillNumbers(connection);
  await fillPeoplePool(connection, options.secrets);
  const ids = idsFrom(first + collectors + leaders + 100, options.cases, staff);
  const today = options.today ?? new Date().toISOString().slice(0, 10);
  for (const { name, insert } of TABLES) {
    const started = performance.now();
    const keys = await dropKeys(connection, name);
    for (let from = 0; from < options.cases; from += CHUNK) {
      const count = Math.min(CHUNK, options.cases - from);
      const { text, values } = insert({ from, count, ids, today });
      await connection.query(text, values);
    }
    const filled = performance.now();
    await restoreKeys(connection, name, keys);
    say(`${name}: rows ${seconds(started, filled)}, keys ${seconds(filled, performance.now())}`);
  }
  await recount(connection);
  await connection.query(`ANALYZE TABLE ${TABLES.map(({ name }) => name).join(', ')}, user`);
  await connection.query('DROP TABLE bench_number, bench_person');
  return describe(connection, options.cases, staff);
}

/** In place of two noted changes for each case. */
async function recount(connection: Connection): Promise<void> {
  await connection.query('TRUNCATE TABLE case_count_change');
  for (const scope of ['institution', 'group']) {
    const promised = 'is_open = 1 AND promise_due IS NOT NULL';
    for (const [bucket, where] of [
      ['status', '1 = 1'],
      ['promise_due', promised],
    ])
      // prettier-ignore
      await connection.query(`
        INSERT INTO case_count (scope, scope_id, bucket, n)
        SELECT '${scope}', ${scope}_id, ${bucket}, COUNT(*) FROM collection_case
        WHERE ${scope}_id IS NOT NULL AND ${where} GROUP BY ${scope}_id, ${bucket}`);
  }
}

/** Takes a range from the product's own counter, so that it can go on writing afterwards. */
async function reserveIds(connection: Connection, count: number): Promise<number> {
  const [rows] = await connection.query("SELECT next_id AS next FROM id_block WHERE name = 'entity'");
  const first = (rows as { next: number }[])[0]?.next ?? 1_000;
  await connection.query(
    "INSERT INTO id_block (name, next_id) VALUES ('entity', ?) ON DUPLICATE KEY UPDATE next_id = VALUES(next_id)",
    [first + count],
  );
  return first;
}

function idsFrom(base: number, cases: number, staff: Staff): PortfolioIds {
  return {
    cases: base,
    borrowers: base + cases,
    loanItems: base + 2 * cases,
    contacts: base + 3 * cases,
    promises: base + 5 * cases,
    ...staff,
  };
}

async function describe(connection: Connection, cases: number, staff: Staff): Promise<BenchPortfolio> {
  const { collectors, leaders, firstCollector, logins } = staff;
  const [rows] = await connection.query(
    'SELECT id FROM collection_case WHERE owner_id = ? AND is_open = 1 ORDER BY due_date, id',
    [logins.collector.id],
  );
  return {
    cases,
    collectors,
    leaders,
    ...logins,
    collectorIds: Array.from({ length: Math.min(100, collectors) }, (_, index) => firstCollector + index),
    caseIds: (rows as { id: number }[]).map((row) => row.id),
  };
}

function seconds(from: number, to: number): string {
  return `${((to - from) / 1000).toFixed(1)} s`;
}
