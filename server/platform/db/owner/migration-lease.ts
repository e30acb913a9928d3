import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import type { QueryRunner } from 'typeorm';

/** How long whoever migrates holds the database without a word of it. */
const LEASE_S = 10;
const RENEW_MS = 1_000;
const RETRY_MS = 200;
/** A second process waits so long for the first one to finish. */
const WAIT_S = 60;
const UNTIL = `NOW(3) + INTERVAL ${LEASE_S} SECOND`;
const NODE = "CONCAT(@@hostname, ':', @@port)";
const TAKEN = 'Another process is migrating this database';

/**
 * The right to migrate a database. A row of it holds for all servers of a cluster, and a second connection renews it while a long
 * statement has the first. The named lock beside it is one server's own: there, a server still busy with the last statement of a
 * dead process still holds it, and the next process need not wait for the row to run out.
 */
export class MigrationLease {
  private readonly renewing: NodeJS.Timeout;

  private constructor(
    private readonly pool: Pool,
    private readonly runner: QueryRunner,
    private readonly number: number,
  ) {
    // A renewal that fails is missed by the next step, which ends the migration.
    this.renewing = setInterval(() => void this.renew().catch(() => undefined), RENEW_MS);
  }

  /**
   * @param runner of all the migration's statements, which takes one of the pool's connections
   * @throws when another process migrates for longer than this one waits
   */
  static async take(pool: Pool, runner: QueryRunner): Promise<MigrationLease> {
    const end = performance.now() + WAIT_S * 1_000;
    const [lock] = (await runner.query("SELECT GET_LOCK(CONCAT('migrate.', DATABASE()), ?) AS held", [
      WAIT_S,
    ])) as [{ held: number }];
    if (lock.held !== 1) throw new Error(TAKEN);
    await runner.query(`CREATE TABLE IF NOT EXISTS migration_lease (
      id INT NOT NULL PRIMARY KEY, number BIGINT NOT NULL, node VARCHAR(255) NOT NULL, until DATETIME(3) NOT NULL)`);
    await runner.query(
      "INSERT IGNORE INTO migration_lease (id, number, node, until) VALUES (1, 0, '', NOW(3))",
    );
    for (;;) {
      const taken = (await runner.query(
        `UPDATE migration_lease SET number = LAST_INSERT_ID(number + 1), node = ${NODE}, until = ${UNTIL}
        WHERE node = ${NODE} OR until < NOW(3)`,
      )) as ResultSetHeader;
      if (taken.affectedRows === 1) return new MigrationLease(pool, runner, taken.insertId);
      if (performance.now() > end) throw new Error(TAKEN);
      await delay(RETRY_MS);
    }
  }

  /** @throws when it ran out and another process has it: what was counted as done is counted by that one */
  async check(): Promise<void> {
    const held = (await this.runner.query('SELECT id FROM migration_lease WHERE number = ?', [
      this.number,
    ])) as RowDataPacket[];
    if (held.length === 0) throw new Error(TAKEN);
  }

  async end(): Promise<void> {
    clearInterval(this.renewing);
    const given = this.runner.query('UPDATE migration_lease SET until = NOW(3) WHERE number = ?', [
      this.number,
    ]);
    // Without a connection it runs out by itself; what ended the migration is what there is to say.
    await given.catch(() => undefined);
  }

  private async renew(): Promise<void> {
    await this.pool.query(`UPDATE migration_lease SET until = ${UNTIL} WHERE number = ?`, [this.number]);
  }
}
