import { Injectable } from '@nestjs/common';
import type { PoolConnection, RowDataPacket } from 'mysql2/promise';
import type { AnyEvent } from '../../../contract/events/events.js';
import { Database } from '../../platform/db/database.js';
import { rankingsOf } from '../../domain/boards/board.rules.js';
import { DAY_COLUMNS, type DayRow } from '../../domain/score-cards/day-row.sql.js';
import { compareCounts } from './case-counts.queries.js';
import { compareProducts } from './day-products.queries.js';
import { moneyDifferences, type MoneyDifference } from '../../domain/replay/loan-money.sql.js';
import { comparePresence } from './presence.queries.js';
import { REPLAYED, Replay, targetIn, type ReplayedDay } from '../../domain/replay/replay.rules.js';

const BATCH = 5_000;

export interface ReplayReport {
  events: number;
  days: number;
  hours: number;
  /** Events committed and not yet folded when the snapshot was taken; ranks are compared only when there are none. */
  waiting: number;
  differences: string[];
}

/**
 * Compares the live read models with what the event log says, both seen in one snapshot of the database, so that it can
 * run while people work: cards change in the transaction of their event, hours in the one that empties the outbox.
 */
@Injectable()
export class ReplayService {
  constructor(private readonly database: Database) {}

  async check(): Promise<ReplayReport> {
    const connection = await this.database.writer();
    try {
      await connection.query(
        'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
      );
      const [waiting] = await connection.query<RowDataPacket[]>('SELECT event_id AS id FROM outbox');
      const unfolded = new Set(waiting.map((row) => row['id'] as number));
      const replay = new Replay();
      const events = await readLog(connection, (event) => replay.apply(event, !unfolded.has(event.id)));
      const [rows] = await connection.query<RowDataPacket[]>(
        `SELECT ${DAY_COLUMNS.text} FROM collector_day d
         LEFT JOIN collector_rank r ON r.collector_id = d.collector_id AND r.day = d.day`,
      );
      const [hours] = await connection.query<RowDataPacket[]>(
        "SELECT CONCAT_WS('|', group_id, day, hour) AS name, received_amount AS amount FROM group_hour",
      );
      const cards = rows as DayRow[];
      const differences = [
        ...compareDays(replay.days, cards),
        ...compareHours(replay.hours, hours as { name: string; amount: number }[]),
        ...(unfolded.size === 0 ? compareRanks(cards) : []),
        ...(await compareCounts(connection)),
        ...(await compareProducts(connection)),
        ...(await comparePresence(connection)),
      ];
      return { events, days: cards.length, hours: hours.length, waiting: unfolded.size, differences };
    } finally {
      await connection.query('ROLLBACK');
      connection.release();
    }
  }

  /** Broken invariants of money, with their loan items. One statement: it may run while people work. */
  async checkMoney(): Promise<string[]> {
    const found = await this.database.rows<MoneyDifference>(moneyDifferences());
    return found.map(({ item, rule, what }) => `loan item ${item}: not true that ${rule}: ${what}`);
  }
}

async function readLog(connection: PoolConnection, apply: (event: AnyEvent) => void): Promise<number> {
  let last = 0;
  let count = 0;
  for (;;) {
    const [rows] = await connection.query<RowDataPacket[]>(
      `SELECT id, name, payload, recorded_at AS recordedAt FROM domain_event
       WHERE id > ? AND name IN (?) ORDER BY id LIMIT ${BATCH}`,
      [last, REPLAYED],
    );
    for (const row of rows) {
      apply({ ...row, payload: JSON.parse(row['payload'] as string) as unknown } as unknown as AnyEvent);
      last = row['id'] as number;
    }
    count += rows.length;
    if (rows.length < BATCH) return count;
  }
}

function compareDays(days: Map<string, ReplayedDay>, rows: DayRow[]): string[] {
  const differences: string[] = [];
  const stored = new Map(rows.map((row) => [`${row.collectorId}|${row.day}`, row]));
  for (const name of new Set([...days.keys(), ...stored.keys()])) {
    const replayed = days.get(name);
    const row = stored.get(name);
    if (!replayed || !row) {
      differences.push(`day ${name}: only ${row ? 'stored' : 'in the log'}`);
      continue;
    }
    const { opened, figures } = replayed;
    const expected = {
      ...figures,
      target: targetIn(replayed),
      targetUnit: opened.targetUnit,
      groupId: opened.groupId,
    };
    for (const [field, value] of Object.entries(expected)) {
      const found = row[field as keyof DayRow];
      if (found !== value) differences.push(`day ${name}: ${field} is ${found}, the log says ${value}`);
    }
  }
  return differences;
}

function compareHours(replayed: Map<string, number>, rows: { name: string; amount: number }[]): string[] {
  const stored = new Map(rows.map((row) => [row.name, row.amount]));
  return [...new Set([...replayed.keys(), ...stored.keys()])]
    .filter((name) => (replayed.get(name) ?? 0) !== (stored.get(name) ?? 0))
    .map((name) => `hour ${name}: is ${stored.get(name) ?? 0}, the log says ${replayed.get(name) ?? 0}`);
}

/** Ranks are folded after each event that touches the group: with nothing waiting they follow from the rows. */
function compareRanks(rows: DayRow[]): string[] {
  const groups = new Map<string, DayRow[]>();
  for (const row of rows) {
    const key = `${row.groupId}|${row.day}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flatMap((group) => {
    const stored = new Map(group.map((row) => [row.collectorId, row.ranking]));
    return rankingsOf(group)
      .filter((ranking) => stored.get(ranking.collectorId) !== ranking.ranking)
      .map(
        ({ collectorId, ranking }) =>
          `rank of ${collectorId} on ${group[0]!.day}: is ${stored.get(collectorId)}, follows ${ranking}`,
      );
  });
}
