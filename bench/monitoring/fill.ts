import type { Connection } from 'mysql2/promise';
import { numbers } from '../../test/data/numbers.js';

/** How many records there are to look through. */
export interface RecordSize {
  behaviours: number;
  calls: number;
}

/** Filled rows have ids from here on. */
const FIRST = 7_000_000_000;
const DAYS = 90;
const AT_ONCE = 200_000;
const TYPES = ['PAGE', 'VIEW_CASE', 'VIEW_CONTACTS', 'DIAL', 'SEND', 'COPY', 'REVEAL_PHONE', 'EXPORT'];
const PEOPLE = 'bench_person';
const CASES = 'bench_case';

/** The address that most work from, one of few, and a rare kind: what an index must not be slow at. */
export const COMMON = '203.0.113.10';
export const RARE = '198.51.100.7';

/** Records of 90 days, spread over all collectors, unless they are there: the same size gives the same rows. */
export async function fillRecords(connection: Connection, { behaviours, calls }: RecordSize): Promise<void> {
  await connection.query("SET SESSION unique_checks = 0, foreign_key_checks = 0, time_zone = '+00:00'");
  // Where the collectors of the feed sit is known, as a call centre's address is.
  await connection.query(
    `REPLACE INTO address_place (address, city, network, looked_up_at) VALUES ('127.0.0.1', 'Ciudad de México', 'AS8151', NOW(3))`,
  );
  const [rows] = await connection.query(
    `SELECT (SELECT COUNT(*) FROM behaviour_record WHERE id > ${FIRST}) = ${behaviours}
       AND (SELECT COUNT(*) FROM phone_call WHERE id > ${FIRST}) = ${calls} AS isThere`,
  );
  if ((rows as [{ isThere: number }])[0].isThere) return;
  for (const table of ['behaviour_record', 'phone_call'])
    await connection.query(`DELETE FROM ${table} WHERE id > ${FIRST}`);
  await connection.query(`DROP TABLE IF EXISTS ${PEOPLE}`);
  await connection.query(
    `CREATE TABLE ${PEOPLE} (place INT PRIMARY KEY, id BIGINT, institution_id BIGINT, group_id BIGINT)
     SELECT ROW_NUMBER() OVER (ORDER BY u.id) - 1 AS place, u.id, u.institution_id, u.group_id
     FROM user u WHERE u.role = 'member' AND u.group_id IS NOT NULL`,
  );
  const [[{ people }]] = (await connection.query(`SELECT COUNT(*) AS people FROM ${PEOPLE}`)) as unknown as [
    [{ people: number }],
  ];
  await connection.query(`DROP TABLE IF EXISTS ${CASES}`);
  await connection.query(
    `CREATE TABLE ${CASES} (place INT PRIMARY KEY, id BIGINT)
     SELECT ROW_NUMBER() OVER (ORDER BY c.id) - 1 AS place, c.id FROM collection_case c`,
  );
  const [[{ cases }]] = (await connection.query(`SELECT COUNT(*) AS cases FROM ${CASES}`)) as unknown as [
    [{ cases: number }],
  ];
  const ago = `NOW(3) - INTERVAL MOD(s.seq * 7919, ${DAYS * 86_400}) SECOND`;
  const person = `JOIN ${PEOPLE} p ON p.place = MOD(s.seq, ${people}) JOIN ${CASES} k ON k.place = MOD(s.seq, ${cases})`;
  const type = `ELT(1 + IF(MOD(s.seq, 997) = 0, 7, MOD(s.seq, 7)), ${TYPES.map((name) => `'${name}'`).join(', ')})`;
  for (const [from, to] of partsOf(behaviours))
    await connection.query(
      `INSERT INTO behaviour_record (id, user_id, institution_id, group_id, type, source, case_id, loan_no, detail,
         address, city, network, is_new, at)
       SELECT ${FIRST} + s.seq, p.id, p.institution_id, p.group_id, ${type}, 'CLIENT',
         IF(MOD(s.seq, 3) = 0, k.id, NULL), NULL, '/task/:id', IF(MOD(s.seq, 991) = 0, '${RARE}', '${COMMON}'),
         'Ciudad de México', 'AS8151', 0, ${ago}
       FROM ${numbers(from, to)} s ${person}`,
    );
  for (const [from, to] of partsOf(calls))
    await connection.query(
      `INSERT INTO phone_call (id, direction, state, institution_id, group_id, agent_id, supplier, extension_number,
         case_id, number_hash, number_mask, requested_at, answered_at, ended_at, reason, hung_up_by, closed_by)
       SELECT ${FIRST} + s.seq, 'OUT', 'ENDED', p.institution_id, p.group_id, p.id, 'Telvoz', '8001',
         IF(MOD(s.seq, 5) = 0, NULL, k.id), UNHEX(LEFT(SHA2(MOD(s.seq, 50000), 256), 32)), '+52 55 •••• 0001', ${ago}, ${ago},
         ${ago} + INTERVAL 40 SECOND, 'HUNG_UP', 'CUSTOMER', 'ENDED'
       FROM ${numbers(from, to)} s ${person}`,
    );
  await connection.query('ANALYZE TABLE behaviour_record, phone_call');
}

function partsOf(rows: number): [number, number][] {
  return Array.from({ length: Math.ceil(rows / AT_ONCE) }, (_, part) => [
    part * AT_ONCE + 1,
    Math.min(rows, (part + 1) * AT_ONCE),
  ]);
}
