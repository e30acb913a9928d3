import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '../../server/platform/auth/actor.js';
import { Database, isDatabaseGone } from '../../server/platform/db/database.js';
import { sql } from '../../server/platform/db/sql.js';
import { UnitOfWork } from '../../server/platform/db/unit-of-work.js';
import { useServer } from '../support/site.js';

const { api, stack } = useServer({ ownSchema: true });

let owner: Connection;
beforeAll(async () => {
  owner = await mysql.createConnection({ uri: stack.databaseUrl, multipleStatements: true });
  // MyISAM, which keeps what a transaction takes back. A cluster's server answers a write by the number in the row.
  await owner.query(`
    CREATE TABLE refusal (number INT NOT NULL, times INT NOT NULL) ENGINE = MyISAM;
    INSERT INTO refusal VALUES (0, 0);
    CREATE TRIGGER refuse BEFORE INSERT ON role_grant FOR EACH ROW BEGIN
      DECLARE code, rest INT;
      SELECT number, times INTO code, rest FROM refusal;
      IF rest > 0 THEN
        UPDATE refusal SET times = times - 1;
        SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = code, MESSAGE_TEXT = 'as a server of a cluster says it';
      END IF;
    END`);
});
afterAll(() => owner.end());

const refuse = (number: number, times: number) =>
  owner.query('UPDATE refusal SET number = ?, times = ?', [number, times]);
const write = (role: string) =>
  api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
    await tx.read(sql`SELECT 1`);
    tx.write(
      sql`INSERT INTO role_grant (institution_id, role, permissions, menu) VALUES (1, ${role}, '', '')`,
    );
  });
const written = async (role: string) => {
  const [rows] = await owner.query<RowDataPacket[]>('SELECT role FROM role_grant WHERE role = ?', [role]);
  return rows.length;
};
const open = () =>
  api
    .get(Database)
    .load()
    .map((pool) => pool.open);

describe('a command that a cluster refuses', () => {
  it.each([
    [1213, 'a deadlock, or what another server certified before'],
    [1205, 'a lock that was not given'],
    [3101, 'a rollback during COMMIT'],
  ])('runs again as a whole after %i, %s', async (number) => {
    await refuse(number, 3);
    await write(`again-${number}`);
    expect(await written(`again-${number}`)).toBe(1);
  });

  it.each([
    [1290, 'is run with read_only'],
    [1792, 'reads only'],
    [1836, 'became read-only'],
    [1047, 'has no quorum'],
  ])('fails once after %i, of a server that %s, and no connection to it is kept', async (number) => {
    await Promise.all([write(`busy-${number}`), api.rows(sql`SELECT 1`), api.rows(sql`SELECT 2`)]);
    expect(Math.min(...open())).toBeGreaterThan(0);
    await refuse(number, 1);
    const error: unknown = await write(`gone-${number}`).catch((cause: unknown) => cause);
    expect(isDatabaseGone(error)).toBe(true);
    expect(open()).toEqual([0, 0]);
    await write(`gone-${number}`);
    expect(await written(`gone-${number}`)).toBe(1);
  });
});
