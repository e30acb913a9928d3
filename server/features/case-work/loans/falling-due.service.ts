import { Injectable } from '@nestjs/common';
import { businessDay } from '../../../../contract/shared/date.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { Ids } from '../../../platform/db/ids.js';
import { list, sql } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { whereaboutsOf, zoneKey } from '../../../domain/contact-compliance/decide/zones.rules.js';
import { claimRows } from '../../../domain/loans/claiming.writes.js';
import { mayFollow, newClaimOf, type PlanRowState } from '../../../domain/loans/due.rules.js';
import { fallingRows, type FallingRow } from '../../../domain/loans/due.sql.js';
import {
  acceleratingAfter,
  daysWaiting,
  itemsToOpen,
  lockItems,
  newestCases,
  passOver,
  plansOf,
  setOverdue,
  waitingOn,
  type ItemToOpen,
  type NewestCase,
} from '../../../domain/loans/falling-due.sql.js';
import { RestatementsService } from './restatements.service.js';
import { openCases, standAlone, type NewCase } from '../../../domain/loans/open-cases.writes.js';

/** Loan items or cases of one transaction. */
const BATCH = 200;

/**
 * The work of a new day: rows come into their open cases, loans whose product says so are accelerated, and a loan item
 * that became overdue and has no case gets one. Rows know by themselves what was done, so this may die anywhere and run
 * again, and it runs all day for what the day itself leaves behind.
 */
@Injectable()
export class FallingDueService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly restatements: RestatementsService,
  ) {}

  /**
   * @param night the day has begun: loans are accelerated, too
   * @returns how many rows were claimed and how many cases opened now.
   */
  async run({ night }: { night: boolean }): Promise<number> {
    await this.restatements.run();
    const today = businessDay(this.clock.now());
    let done = 0;
    for (const { day } of await this.database.rows<{ day: string }>(daysWaiting(today)))
      done += await this.fallOn(day, today);
    return night ? done + (await this.accelerate(today)) : done;
  }

  private async fallOn(day: string, today: string): Promise<number> {
    let last = 0;
    let done = 0;
    for (;;) {
      const items = await this.database.rows<{ id: number; caseId: number | null }>(
        waitingOn(day, last, BATCH),
      );
      if (items.length === 0) return done;
      last = items.at(-1)!.id;
      const caseIds = items.flatMap(({ caseId }) => caseId ?? []);
      const without = items.filter(({ caseId }) => caseId === null).map(({ id }) => id);
      if (caseIds.length > 0) done += await this.claim([...new Set(caseIds)]);
      if (without.length > 0 && day < today) done += await this.openAll(without, today);
    }
  }

  private claim(caseIds: readonly number[]): Promise<number> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const cases = sql`c.id IN ${list(caseIds)} AND c.open_loan_item_id IS NOT NULL`;
      const [states, rows] = await tx.read<[{ id: number; amountDue: number }, FallingRow]>(
        sql`SELECT c.id, c.amount_due AS amountDue FROM collection_case c WHERE ${cases} ORDER BY c.id FOR UPDATE`,
        fallingRows(cases, businessDay(tx.now)),
      );
      claimRows(tx, states, rows);
      return rows.length;
    });
  }

  private async accelerate(today: string): Promise<number> {
    const product = await this.database.row(
      sql`SELECT 1 FROM product_terms WHERE after_days IS NOT NULL AND effective_from <= ${today} LIMIT 1`,
    );
    let done = 0;
    for (let last = 0; product;) {
      const rows = await this.database.rows<{ id: number }>(acceleratingAfter(last, today, BATCH));
      if (rows.length === 0) break;
      last = rows.at(-1)!.id;
      done += await this.claim(rows.map(({ id }) => id));
    }
    return done;
  }

  private async openAll(itemIds: readonly number[], today: string): Promise<number> {
    const caseIds = await this.ids.takeMany(itemIds.length);
    return this.uow.transact(SYSTEM, async (tx) => this.openOnce(tx, itemIds, caseIds, today));
  }

  private async openOnce(
    tx: Tx,
    itemIds: readonly number[],
    caseIds: readonly number[],
    today: string,
  ): Promise<number> {
    const [, items, cases, rows] = await tx.read<
      [object, ItemToOpen, NewestCase, PlanRowState & { loanItemId: number }]
    >(lockItems(itemIds), itemsToOpen(itemIds), newestCases(itemIds), plansOf(itemIds));
    const newest = new Map(cases.map((state) => [state.loanItemId, state]));
    const plans = new Map<number, PlanRowState[]>();
    for (const row of rows) plans.set(row.loanItemId, [...(plans.get(row.loanItemId) ?? []), row]);
    const opening = items.flatMap((item, index): NewCase[] => {
      const before = newest.get(item.loanItemId);
      const claim = newClaimOf(plans.get(item.loanItemId) ?? [], today);
      if (!claim || before?.isCurrent === 1 || !mayFollow(before)) return [];
      const { state, municipality, ...facts } = item;
      const previousCaseId = before?.mergedInto ?? before?.id ?? null;
      const zone = zoneKey(whereaboutsOf(state, municipality));
      return [{ ...facts, ...claim, caseId: caseIds[index]!, previousCaseId, zone, accruedOn: null }];
    });
    for (const { loanItemId } of opening) tx.write(standAlone(loanItemId));
    await openCases(tx, opening);
    if (opening.length > 0) tx.write(setOverdue(opening.map(({ loanItemId }) => loanItemId)));
    const closed = cases.filter((state) => state.status === 'C30' && !mayFollow(state));
    if (closed.length > 0)
      tx.write(
        passOver(
          closed.map(({ loanItemId }) => loanItemId),
          today,
        ),
      );
    return opening.length;
  }
}
