import type { Connection } from 'mysql2/promise';
import { numbers } from '../../test/data/numbers.js';
import type { Site } from '../lib/site.js';

/** How large an administration is. */
export interface OfficeSize {
  people: number;
  institutions: number;
  audit: number;
}

/** Filled rows have ids from here on; the portfolio's own are far below. */
export const FIRST = 6_000_000_000;
/** Right below the topmost institution; all others hang below these. */
export const TOPS = 20;
/** Over so many days the log goes back. */
const DAYS = 90;
const AT_ONCE = 100_000;

/** An organisation of this size beside the portfolio, unless it is there: the same size gives the same rows. */
export async function fillOffice(connection: Connection, site: Site, size: OfficeSize): Promise<void> {
  await connection.query("SET SESSION unique_checks = 0, foreign_key_checks = 0, time_zone = '+00:00'");
  const [rows] = await connection.query(
    `SELECT (SELECT COUNT(*) FROM audit_entry WHERE event_id > ${FIRST}) = ${size.audit}
       AND (SELECT COUNT(*) FROM user WHERE id > ${FIRST}) = ${size.people}
       AND (SELECT COUNT(*) FROM institution WHERE id > ${FIRST}) = ${size.institutions} AS isThere`,
  );
  if ((rows as [{ isThere: number }])[0].isThere) return;
  const filled = fillsOf(site, size);
  for (const { table, id } of filled)
    await connection.query(`DELETE FROM ${table} WHERE ${id ?? 'id'} > ${FIRST}`);
  for (const { table, columns, count } of filled) {
    const names = Object.keys(columns).join(', ');
    const values = Object.values(columns).join(', ');
    for (let from = 1; from <= count; from += AT_ONCE) {
      const to = Math.min(count, from + AT_ONCE - 1);
      await connection.query(`INSERT INTO ${table} (${names}) SELECT ${values} FROM ${numbers(from, to)} s`);
    }
  }
  await connection.query(`ANALYZE TABLE ${filled.map(({ table }) => table).join(', ')}`);
}

interface Fill {
  table: string;
  /** The column of the id; `id` when it is not said. */
  id?: string;
  count: number;
  columns: Record<string, string>;
}

function fillsOf({ portfolio }: Site, { people, institutions, audit }: OfficeSize): Fill[] {
  const admin = portfolio.admin.id;
  const root = `(SELECT institution_id FROM user WHERE id = ${admin})`;
  const id = `${FIRST} + seq`;
  const top = `${FIRST} + 1 + MOD(seq - 1, ${TOPS})`;
  const place = `${FIRST} + 1 + MOD(seq, ${institutions})`;
  const person = `${FIRST} + 1 + MOD(seq, ${people})`;
  const ago = `NOW(3) - INTERVAL MOD(seq * 7919, ${DAYS * 86_400}) SECOND`;
  const event = { subject_id: person, actor_id: person, recorded_at: ago };
  return [
    {
      table: 'institution',
      count: institutions,
      columns: {
        id,
        code: `CONCAT('OFFICE', seq)`,
        name: `CONCAT('Sucursal ', seq)`,
        parent_id: `IF(seq <= ${TOPS}, ${root}, ${top})`,
        path: `IF(seq <= ${TOPS}, CONCAT('/', ${root}, '/', ${id}, '/'), CONCAT('/', ${root}, '/', ${top}, '/', ${id}, '/'))`,
      },
    },
    {
      table: 'admin_group',
      count: institutions,
      columns: { id, institution_id: id, name: `CONCAT('Equipo ', seq)` },
    },
    {
      table: 'user',
      count: people,
      columns: {
        id,
        username: `CONCAT('persona.', seq)`,
        name: `CONCAT(CHAR(65 + MOD(seq, 26) USING utf8mb4), 'ersona ', seq)`,
        role: `'member'`,
        institution_id: place,
        group_id: place,
        password_hash: `''`,
        created_at: ago,
        updated_at: ago,
      },
    },
    {
      table: 'softphone',
      count: people,
      columns: {
        id,
        institution_id: place,
        supplier: `'voz'`,
        extension_number: `LPAD(seq, 8, '0')`,
        password_enc: `''`,
        owner_id: id,
        bound_at: ago,
        created_at: ago,
        updated_at: ago,
      },
    },
    {
      table: 'softphone_binding',
      count: people,
      columns: { id, softphone_id: id, user_id: id, bound_at: ago },
    },
    {
      table: 'login_audit',
      count: audit,
      columns: {
        id,
        user_id: person,
        username: `CONCAT('persona.', 1 + MOD(seq, ${people}))`,
        institution_id: place,
        result: `IF(MOD(seq, 10) = 0, 'WRONG', 'SUCCESS')`,
        address: `CONCAT('10.0.', MOD(seq, 250), '.', MOD(seq, 200))`,
        at: ago,
      },
    },
    {
      table: 'domain_event',
      count: audit,
      columns: {
        id,
        name: `'user.changed'`,
        subject_type: `'user'`,
        ...event,
        payload: `JSON_OBJECT('userId', ${person}, 'institutionId', ${place}, 'changes',
          JSON_OBJECT('name', JSON_OBJECT('before', 'A', 'after', 'B')))`,
        effective_at: ago,
      },
    },
    {
      table: 'audit_entry',
      id: 'event_id',
      count: audit,
      columns: { event_id: id, institution_id: place, kind: `'user'`, ...event },
    },
    {
      table: 'approval',
      count: institutions,
      columns: {
        id,
        institution_id: id,
        kind: `'DEVICE_KEEP'`,
        status: `'ENDED'`,
        reason: `'Contract'`,
        requested_by: String(admin),
        requested_at: ago,
        ended_by: String(admin),
        ended_at: ago,
      },
    },
    {
      table: 'import_run',
      count: institutions,
      columns: {
        id,
        kind: `'CASES'`,
        file_name: `CONCAT('cartera-', seq, '.jsonl')`,
        file_hash: `UNHEX(SHA2(seq, 256))`,
        status: `'DONE'`,
        started_by: person,
        started_at: ago,
        finished_at: ago,
      },
    },
    {
      table: 'user_session',
      count: institutions,
      columns: {
        id,
        token_hash: `UNHEX(SHA2(seq, 256))`,
        user_id: person,
        kind: `'KIOSK'`,
        label: `CONCAT('Pared ', seq)`,
        created_at: ago,
        last_seen_at: ago,
        expires_at: 'NOW(3) + INTERVAL 30 DAY',
        ends_at: 'NOW(3) + INTERVAL 30 DAY',
      },
    },
  ];
}
