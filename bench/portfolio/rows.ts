import type { Connection } from 'mysql2/promise';
import type { Config } from '../../server/platform/config/config.js';
import { maskMiddle, Vault } from '../../server/platform/crypto/vault.js';
import { borrower } from '../../server/seeds/generators/borrowers.js';
import { Random } from '../../server/seeds/generators/random.js';
import { INSTITUTION_COUNT, QUEUE_COUNT, type Staff } from './staff.js';

/** Rows of one statement. */
export const CHUNK = 50_000;
const POOL = 1_000;

export interface PortfolioIds extends Staff {
  cases: number;
  borrowers: number;
  loanItems: number;
  /** Two of each borrower. */
  contacts: number;
  promises: number;
}
interface Chunk {
  from: number;
  count: number;
  ids: PortfolioIds;
  today: string;
}
interface Insert {
  text: string;
  values: (number | string)[];
}

/** 0 .. CHUNK - 1: what every INSERT ... SELECT counts by. */
export async function fillNumbers(connection: Connection): Promise<void> {
  await connection.query('CREATE TABLE bench_number (n INT NOT NULL PRIMARY KEY)');
  const numbers = Array.from({ length: CHUNK }, (_, n) => [n]);
  await connection.query('INSERT INTO bench_number (n) VALUES ?', [numbers]);
}

/** A thousand people with what SQL can not make itself: sealed values. The keys of the phone index go beside them. */
export async function fillPeoplePool(connection: Connection, secrets: Config['secrets']): Promise<void> {
  const vault = new Vault({ secrets } as Config);
  await connection.query(`
    CREATE TABLE bench_person (
      k INT NOT NULL PRIMARY KEY, name VARCHAR(120) NOT NULL, phone_enc VARBINARY(96) NOT NULL,
      identity_enc VARBINARY(96) NOT NULL, identity_mask VARCHAR(24) NOT NULL, birth_date DATE NOT NULL,
      municipality VARCHAR(80) NOT NULL, state VARCHAR(40) NOT NULL, ipad VARBINARY(64) NOT NULL, opad VARBINARY(64) NOT NULL)`);
  const key = Buffer.concat([Buffer.from(secrets.indexKey, 'base64')], 64);
  const pads = [0x36, 0x5c].map((pad) => key.map((byte) => byte ^ pad));
  const rows = Array.from({ length: POOL }, (_, k) => {
    const { name, phone, cells } = borrower(new Random(5, k), '2026-01-01');
    const identity = cells['identityNumber']!;
    return [
      k, name, vault.seal(phone), vault.seal(identity), maskMiddle(identity, 4, 2), cells['birthDate'],
      cells['municipality'], cells['state'], Buffer.from(pads[0]!), Buffer.from(pads[1]!),
    ]; // prettier-ignore
  });
  await connection.query('INSERT INTO bench_person VALUES ?', [rows]);
}

/** Row n of everything, with the person that its borrower looks like; `u` is a period's principal, `p` its periods. */
const SOURCE = `
  (SELECT x.n + ? AS n, CAST(CRC32(CONCAT('s', x.n + ?)) AS SIGNED) % 100 AS s, CAST(CRC32(CONCAT('d', x.n + ?)) AS SIGNED) % 90 AS d,
     10000 + CAST(CRC32(CONCAT('a', x.n + ?)) AS SIGNED) % 400000 AS u, 1 + (x.n + ?) % 3 AS p
   FROM bench_number x WHERE x.n < ?) r JOIN bench_person b ON b.k = r.n % ${POOL}`;
const counted = ({ from, count }: Chunk) => [from, from, from, from, from, count];

const STATUS = `CASE WHEN r.s < 3 THEN 'C00' WHEN r.s < 45 THEN 'C01' WHEN r.s < 75 THEN 'C10' WHEN r.s < 86 THEN 'C20'
  WHEN r.s < 96 THEN 'C31' WHEN r.s < 97 THEN 'C32' WHEN r.s < 98 THEN 'C30' ELSE 'C40' END`;
const UNOWNED = '(r.s < 3 OR r.s >= 98)';
const SETTLED = '(r.s BETWEEN 86 AND 95)';
const PROMISED = '(r.s BETWEEN 75 AND 85)';
const CALLED = '(r.s BETWEEN 45 AND 95)';
/** Periods are 15 days apart, and the first of them is overdue. */
const DUE_PERIODS = 'LEAST(r.p, (r.d + 1) DIV 15 + 1)';
const DUE = `(${DUE_PERIODS} * (r.u + r.u DIV 10 + r.u DIV 50 + r.u DIV 60))`;
/** Ten million numbers that differ: 7,919 has no common factor with 10^7. */
const number = (offset: number) => `CONCAT('+52550', LPAD((r.n * 7919 + ${offset}) % 10000000, 7, '0'))`;
const mask = (phone: string) => `CONCAT('+52 55 •••• ', RIGHT(${phone}, 4))`;
/** HMAC-SHA256, its first 16 bytes: what Vault.index answers. */
const index = (phone: string) =>
  `UNHEX(LEFT(SHA2(CONCAT(b.opad, UNHEX(SHA2(CONCAT(b.ipad, CAST(${phone} AS BINARY)), 256))), 256), 32))`;

function borrowers(chunk: Chunk): Insert {
  const text = `
    INSERT INTO borrower (id, institution_id, external_id, name, phone_enc, phone_hash, phone_mask, identity_enc,
      identity_hash, identity_mask, birth_date, municipality, state)
    SELECT ? + r.n, ? + (r.n % ?) % ? % ${INSTITUTION_COUNT}, CONCAT('BB', r.n), b.name, b.phone_enc, ${index(number(0))},
      ${mask(number(0))}, b.identity_enc, UNHEX(LEFT(SHA2(CONCAT('i', r.n), 256), 32)), b.identity_mask, b.birth_date, b.municipality, b.state
    FROM ${SOURCE}`;
  const { borrowers: first, firstInstitution, collectors, leaders } = chunk.ids;
  return { text, values: [first, firstInstitution, collectors, leaders, ...counted(chunk)] };
}

function contacts(chunk: Chunk): Insert {
  const one = (slot: number, relation: string, offset: number) => `
    SELECT ? + r.n * 2 + ${slot}, ? + r.n, b.name, b.phone_enc, ${index(number(offset))}, ${mask(number(offset))}, '${relation}'
    FROM ${SOURCE}`;
  const text = `
    INSERT INTO contact (id, borrower_id, name, phone_enc, phone_hash, phone_mask, relation)
    ${one(0, 'R01', 0)} UNION ALL ${one(1, 'R05', 5_000_000)}`;
  const values = [chunk.ids.contacts, chunk.ids.borrowers, ...counted(chunk)];
  return { text, values: [...values, ...values] };
}

function loanItems(chunk: Chunk): Insert {
  const text = `
    INSERT INTO loan_item (id, institution_id, borrower_id, external_id, loan_external_id, app_name, product_category,
      platform, reloan, loan_status, disbursed_at, contract_amount, queue_id)
    SELECT ? + r.n, ? + (r.n % ?) % ? % ${INSTITUTION_COUNT}, ? + r.n, CONCAT('BX', LPAD(r.n, 9, '0')),
      CONCAT('BL', LPAD(r.n, 9, '0')), 'Girasol', 'Personal', ELT(1 + r.n % 3, 'android', 'ios', 'web'), r.n % 4,
      IF(${SETTLED}, IF(${DUE_PERIODS} = r.p, 50, 21), 40), ? - INTERVAL (r.d + 30) DAY, r.p * r.u,
      ? + (r.n % ?) % ${QUEUE_COUNT}
    FROM ${SOURCE}`;
  const {
    loanItems: first,
    firstInstitution,
    firstQueue,
    collectors,
    leaders,
    borrowers: people,
  } = chunk.ids;
  return {
    text,
    values: [
      ...[first, firstInstitution, collectors, leaders, people, chunk.today, firstQueue, collectors],
      ...counted(chunk),
    ],
  };
}

function planRows(chunk: Chunk): Insert {
  const text = `
    INSERT INTO plan_row (loan_item_id, period, due_date, principal, interest, penalty, iva, claimed, paid)
    SELECT ? + r.n, t.period, ? - INTERVAL (r.d + 1 - (t.period - 1) * 15) DAY, r.u, r.u DIV 10, r.u DIV 50, r.u DIV 60,
      t.period <= ${DUE_PERIODS},
      IF(${SETTLED} AND t.period <= ${DUE_PERIODS}, r.u + r.u DIV 10 + r.u DIV 50 + r.u DIV 60, 0)
    FROM ${SOURCE} JOIN (SELECT 1 AS period UNION ALL SELECT 2 UNION ALL SELECT 3) t ON t.period <= r.p`;
  return { text, values: [chunk.ids.loanItems, chunk.today, ...counted(chunk)] };
}

function promises(chunk: Chunk): Insert {
  const text = `
    INSERT INTO promise (id, case_id, collector_id, amount, due_date, deadline_at, status, created_at)
    SELECT ? + r.n, ? + r.n, ? + r.n % ?, ${DUE} DIV 2, ? + INTERVAL (r.n % 3) DAY,
      ? + INTERVAL (r.n % 3 + 1) DAY + INTERVAL 6 HOUR, 'OPEN', ? - INTERVAL 1 DAY
    FROM ${SOURCE} WHERE ${PROMISED}`;
  const { promises: first, cases, firstCollector, collectors } = chunk.ids;
  const { today } = chunk;
  return { text, values: [first, cases, firstCollector, collectors, today, today, today, ...counted(chunk)] };
}

function cases(chunk: Chunk): Insert {
  const text = `
    INSERT INTO collection_case (id, institution_id, queue_id, group_id, owner_id, borrower_id, loan_item_id, loan_no,
      borrower_name, borrower_phone_mask, status, due_date, amount_due, opened_at, assigned_at, last_call_result,
      last_call_at, last_call_by, next_follow_up_at, promise_id, promise_amount, promise_due, settled_at, settled_by)
    SELECT ? + r.n, ? + (r.n % ?) % ? % ${INSTITUTION_COUNT}, ? + (r.n % ?) % ${QUEUE_COUNT},
      IF(${UNOWNED}, NULL, ? + (r.n % ?) % ?), IF(${UNOWNED}, NULL, ? + r.n % ?), ? + r.n, ? + r.n,
      CONCAT('BX', LPAD(r.n, 9, '0')), b.name, ${mask(number(0))}, ${STATUS}, ? - INTERVAL (r.d + 1) DAY,
      IF(${SETTLED}, 0, ${DUE}), ? - INTERVAL r.d DAY, IF(${UNOWNED}, NULL, ? - INTERVAL (r.d % 5) DAY),
      IF(${CALLED}, IF(${PROMISED}, 'PTP', 'RETRY'), NULL), IF(${CALLED}, ? - INTERVAL (r.n % 4000) MINUTE, NULL),
      IF(${CALLED}, ? + r.n % ?, NULL), IF(${CALLED} AND r.n % 4 = 0, ? + INTERVAL (r.n % 2000) MINUTE, NULL),
      IF(${PROMISED}, ? + r.n, NULL), IF(${PROMISED}, ${DUE} DIV 2, NULL),
      IF(${PROMISED}, ? + INTERVAL (r.n % 3) DAY, NULL), IF(${SETTLED}, ?, NULL), IF(${SETTLED}, ? + r.n % ?, NULL)
    FROM ${SOURCE}`;
  const i = chunk.ids;
  const { today } = chunk;
  const values = [
    i.cases, i.firstInstitution, i.collectors, i.leaders, i.firstQueue, i.collectors,
    i.firstGroup, i.collectors, i.leaders, i.firstCollector, i.collectors, i.borrowers, i.loanItems,
    today, today, today, today, i.firstCollector, i.collectors, today, i.promises, today, today, i.firstCollector,
    i.collectors, ...counted(chunk),
  ]; // prettier-ignore
  return { text, values };
}

export const TABLES: readonly { name: string; insert: (chunk: Chunk) => Insert }[] = [
  { name: 'borrower', insert: borrowers },
  { name: 'contact', insert: contacts },
  { name: 'loan_item', insert: loanItems },
  { name: 'plan_row', insert: planRows },
  { name: 'promise', insert: promises },
  { name: 'collection_case', insert: cases },
];
