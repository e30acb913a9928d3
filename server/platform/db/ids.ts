import { Injectable } from '@nestjs/common';
import { Database } from './database.js';
import { sql } from './sql.js';

const FIRST = 1_000;
const BLOCK = 1_000;

/**
 * Ids of everything but events, given before the insert so that one round trip can write a row and the event that names
 * it. A process reserves a block at a time; ids are unique and roughly, not strictly, in order of time; a stopped process
 * leaves a gap.
 */
@Injectable()
export class Ids {
  private next = 0;
  private end = 0;
  private reserving: Promise<void> | null = null;

  constructor(private readonly database: Database) {}

  async take(): Promise<number> {
    return (await this.takeMany(1))[0]!;
  }

  async takeMany(count: number): Promise<number[]> {
    const ids: number[] = [];
    while (ids.length < count) {
      if (this.next < this.end) ids.push(this.next++);
      else await (this.reserving ??= this.reserve(count - ids.length).finally(() => (this.reserving = null)));
    }
    return ids;
  }

  private async reserve(wanted: number): Promise<void> {
    const size = Math.max(BLOCK, wanted);
    const insert = await this.database.run(sql`
      INSERT INTO id_block (name, next_id) VALUES ('entity', ${FIRST + size})
      ON DUPLICATE KEY UPDATE next_id = LAST_INSERT_ID(next_id) + ${size}`);
    this.next = insert.affectedRows === 1 ? FIRST : insert.insertId;
    this.end = this.next + size;
  }
}
