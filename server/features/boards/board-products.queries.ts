import { Injectable } from '@nestjs/common';
import type { BoardQuery } from '../../../contract/team/boards.js';
import { Database } from '../../platform/db/database.js';
import { all, list, sql, type Statement } from '../../platform/db/sql.js';
import type { Part } from '../../domain/boards/board.rules.js';

type Narrowing = Pick<BoardQuery, 'device' | 'product'>;

export const isNarrow = ({ device, product }: Narrowing) => device !== undefined || product !== undefined;

/**
 * A team's day by product and platform. What the relay has not added up yet is counted with it, in the same statement:
 * the figures are exact whether the relay works or not.
 */
@Injectable()
export class BoardProductsQueries {
  constructor(private readonly database: Database) {}

  /** The part of each collector's day that belongs to the loans of a product, a platform, or both. */
  async parts(groupId: number, day: string, narrowing: Narrowing): Promise<ReadonlyMap<number, Part>> {
    const rows = await this.database.rows<Part & { collectorId: number }>(sql`
      SELECT collectorId, CAST(SUM(bound) AS SIGNED) AS taskCount, CAST(SUM(settled) AS SIGNED) AS settledCount,
        CAST(SUM(payable) AS SIGNED) AS payableAmount, CAST(SUM(received) AS SIGNED) AS receivedAmount
      FROM (${kept(groupId, day)}) part WHERE ${within('part.product', 'part.platform', narrowing)} GROUP BY collectorId`);
    return new Map(rows.map(({ collectorId, ...part }) => [collectorId, part]));
  }

  async products(groupId: number, day: string): Promise<string[]> {
    const rows = await this.database.rows<{ product: string }>(sql`
      SELECT DISTINCT product FROM (${kept(groupId, day)}) part WHERE product <> '' ORDER BY product`);
    return rows.map(({ product }) => product);
  }

  /** The cases of these collectors' day that belong to the loans of a product, a platform, or both. */
  async casesOf(
    collectorIds: readonly number[],
    day: string,
    narrowing: Narrowing,
  ): Promise<ReadonlySet<number>> {
    const rows = await this.database.rows<{ caseId: number }>(sql`
      SELECT DISTINCT k.case_id AS caseId FROM collector_day_case k
        JOIN collection_case c ON c.id = k.case_id JOIN loan_item i ON i.id = c.loan_item_id
      WHERE k.collector_id IN ${list(collectorIds)} AND k.day = ${day}
        AND ${within('i.product_category', 'i.platform', narrowing)}`);
    return new Set(rows.map(({ caseId }) => caseId));
  }
}

function kept(groupId: number, day: string): Statement {
  return sql`
    SELECT s.collector_id AS collectorId, s.product, s.platform, s.bound, s.settled, s.payable, s.received
    FROM collector_day d JOIN collector_day_product s ON s.collector_id = d.collector_id AND s.day = d.day
    WHERE d.group_id = ${groupId} AND d.day = ${day}
    UNION ALL
    SELECT x.collector_id, i.product_category, i.platform, x.bound, x.settled, x.payable, x.received
    FROM collector_day_product_change x
      JOIN collector_day d ON d.collector_id = x.collector_id AND d.day = x.day
      JOIN collection_case c ON c.id = x.case_id JOIN loan_item i ON i.id = c.loan_item_id
    WHERE d.group_id = ${groupId} AND x.day = ${day}`;
}

function within(product: string, platform: string, wanted: Narrowing): Statement {
  const is = (column: string, value: string | undefined) =>
    value === undefined ? [] : [sql`${{ text: column, params: [] }} = ${value}`];
  return all([...is(product, wanted.product), ...is(platform, wanted.device)]);
}
