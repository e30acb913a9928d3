import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database, dbErrorCode } from '../../platform/db/database.js';
import { sql, type Param, type Statement } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { FILE_KINDS, SealedFiles } from '../../platform/files/sealed-files.js';
import { SEALED_TABLES, type SealedTable } from '../../domain/keys/sealed-columns.rules.js';

const BATCH = 200;
const MAX_PASSES = 20;
/** A database under work may hold a row, or stand still, for longer than a statement waits. */
const WAITS = { tries: 60, pauseMs: 1_000 };

type Row = Record<string, Buffer | string | number | null>;
type Say = (line: string) => void;

/** Values that are not under the present key. */
export interface Leftover {
  rows: number;
  files: number;
  /** People whose bound ID number is known as an index alone: it is made anew when they next give it. */
  people: number;
}

/**
 * Brings every row, file and blind index under the present key while everybody works.
 *
 * A row is changed only if its ciphertext is still the one that was read, so nobody's write is lost; what escapes so is
 * found by the next pass, and the run ends with a pass that finds nothing. How far the first pass is stands in the
 * transaction of its rows: killed anywhere, the next run goes on. It relies on every process sealing by the present key;
 * one that does not makes the passes find rows again and again.
 */
@Injectable()
export class RotationService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly vault: Vault,
    private readonly files: SealedFiles,
  ) {}

  /** @returns what could not be brought over. */
  async run(say: Say, batch = BATCH): Promise<Leftover> {
    for (const part of SEALED_TABLES) await withWaits(say, () => this.goOn(part, batch, say));
    for (let pass = 1; pass <= MAX_PASSES; pass++) {
      const { rows, files } = await withWaits(say, () => this.rotateBatch(batch, true));
      say(`looked at everything: ${rows} rows and ${files} files were still under another key`);
      if (rows + files === 0) break;
    }
    return this.leftover(batch);
  }

  async leftover(batch = BATCH): Promise<Leftover> {
    const found = await this.rotateBatch(batch, false);
    const people = await this.database.row<{ count: number }>(sql`
      SELECT COUNT(*) AS count FROM user WHERE id_card_hash IS NOT NULL AND id_card_enc IS NULL`);
    return { ...found, people: people?.count ?? 0 };
  }

  private async goOn(part: SealedTable, batch: number, say: Say): Promise<void> {
    const stored = await this.database.row<{ lastKey: string | null; changed: number }>(sql`
      SELECT last_key AS lastKey, changed FROM key_rotation
      WHERE key_id = ${this.vault.keyId} AND part = ${part.table}`);
    if (stored && stored.lastKey === null) return;
    let changed = stored?.changed ?? 0;
    let after = stored ? (JSON.parse(stored.lastKey!) as Param[]) : null;
    if (after) say(`${part.table}: goes on after ${changed} rows`);
    for (;;) {
      const rows = await this.read(part, after, batch);
      const last = rows.at(-1);
      const over = rows.length < batch;
      after = last ? part.key.map((column) => last[column] as Param) : after;
      changed += await this.change(part, rows, (tx, count) =>
        tx.write(sql`
          INSERT INTO key_rotation (key_id, part, last_key, changed, updated_at)
          VALUES (${this.vault.keyId}, ${part.table}, ${over ? null : JSON.stringify(after)}, ${changed + count},
            ${new Date()})
          ON DUPLICATE KEY UPDATE last_key = VALUES(last_key), changed = VALUES(changed), updated_at = VALUES(updated_at)`),
      );
      if (over) return say(`${part.table}: ${changed} rows`);
    }
  }

  private async rotateBatch(batch: number, change: boolean): Promise<{ rows: number; files: number }> {
    let rows = 0;
    for (const part of SEALED_TABLES) {
      for (let after: Param[] | null = null; ;) {
        const found = await this.read(part, after, batch);
        rows += change ? await this.change(part, found) : found.filter((row) => this.isOld(part, row)).length;
        if (found.length < batch) break;
        after = part.key.map((column) => found.at(-1)![column] as Param);
      }
    }
    let files = 0;
    for (const kind of FILE_KINDS)
      for (const name of await this.files.underOtherKeys(kind)) {
        if (change) await this.files.sealAnew(kind, name);
        files++;
      }
    return { rows, files };
  }

  private read({ table, key, columns }: SealedTable, after: Param[] | null, batch: number): Promise<Row[]> {
    const names = key.join(', ');
    const chosen = [...key, ...columns.flatMap(({ sealed, index }) => (index ? [sealed, index] : [sealed]))];
    if (table === 'contact') chosen.push('borrower_id');
    const from = after ? `WHERE (${names}) > (${key.map(() => '?').join(', ')})` : '';
    return this.database.rows<Row>({
      text: `SELECT ${chosen.join(', ')} FROM \`${table}\` ${from} ORDER BY ${names} LIMIT ${batch}`,
      params: after ?? [],
    });
  }

  private isOld({ columns }: SealedTable, row: Row): boolean {
    return columns.some(({ sealed }) => this.vault.isOld(row[sealed] as Buffer | null));
  }

  /** @returns how many rows were under another key. `aside` is written with them, whatever their number. */
  private async change(
    part: SealedTable,
    rows: readonly Row[],
    aside?: (tx: Tx, count: number) => void,
  ): Promise<number> {
    const old = rows.filter((row) => this.isOld(part, row));
    if (old.length > 0 || aside)
      await this.uow.transact(SYSTEM, async (tx) => {
        for (const row of old) for (const statement of this.updates(part, row)) tx.write(statement);
        aside?.(tx, old.length);
      });
    return old.length;
  }

  private updates({ table, key, columns }: SealedTable, row: Row): Statement[] {
    const [set, values, same, seen]: [string[], Param[], string[], Param[]] = [[], [], [], []];
    for (const { sealed, index } of columns) {
      const before = row[sealed] as Buffer | null;
      if (!before || !this.vault.isOld(before)) continue;
      const plain = this.vault.openBytes(before);
      set.push(`${sealed} = ?`);
      values.push(this.vault.sealBytes(plain));
      same.push(`${sealed} = ?`);
      seen.push(before);
      if (!index) continue;
      set.push(`${index} = ?`);
      values.push(this.vault.index(plain.toString('utf8')));
    }
    const which = key.map((column) => `${column} = ?`);
    const update = {
      // The version is what people see of a row, and they see no key: it stays.
      text: `UPDATE \`${table}\` SET ${set.join(', ')} WHERE ${[...which, ...same].join(' AND ')}`,
      params: [...values, ...key.map((column) => row[column] as Param), ...seen],
    };
    if (table === 'contact_stop') return [update, ...this.stoppedAnew(row)];
    if (table !== 'contact' && table !== 'complaint') return [update];
    const [was, becomes] = [row['phone_hash'] as Buffer, values[set.indexOf('phone_hash = ?')] as Buffer];
    if (table === 'complaint') {
      const held = sql`
        INSERT INTO held_phone (phone_hash, complaint_id, placed_at, lifted_at)
        SELECT ${becomes}, n.complaint_id, n.placed_at, n.lifted_at FROM held_phone n
        WHERE n.complaint_id = ${row['id'] as number} AND n.phone_hash = ${was}`;
      return [update, held];
    }
    // The calls of a borrower's device name a contact by its index, and have no ciphertext of their own.
    const calls = sql`
      UPDATE IGNORE device_call SET phone_hash = ${becomes}
      WHERE borrower_id = ${row['borrower_id'] as number} AND phone_hash = ${was}`;
    return [update, calls];
  }

  /** A stopped number has no index beside its ciphertext: one by the new key comes to those that it has. */
  private stoppedAnew(row: Row): Statement[] {
    const sealed = row['phone_enc'] as Buffer | null;
    if (!sealed || !this.vault.isOld(sealed)) return [];
    const becomes = this.vault.index(this.vault.open(sealed));
    return [
      sql`
        INSERT IGNORE INTO stopped_number (phone_hash, stop_id, lifted_at)
        SELECT ${becomes}, s.id, s.lifted_at FROM contact_stop s WHERE s.id = ${row['id'] as number}`,
    ];
  }
}

/** Each try reads anew how far the one before came. */
async function withWaits<Result>(say: Say, work: () => Promise<Result>): Promise<Result> {
  for (let left = WAITS.tries; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (dbErrorCode(error) !== 'PROTOCOL_SEQUENCE_TIMEOUT' || left === 1) throw error;
      say('the database has not answered in time; once more');
      await setTimeout(WAITS.pauseMs);
    }
  }
}
