import { Injectable } from '@nestjs/common';
import {
  CaseListQuery,
  type CaseCountsQuery,
  type CaseGroupCounts,
  type CasePage,
  type CaseRow,
  type NextCase,
} from '../../../../../contract/cases/cases.js';
import { CASE_GROUP_NAMES, CASE_GROUPS } from '../../../../../contract/codes.js';
import type { Weights } from '../../../../../contract/cases/priorities.js';
import { businessDay } from '../../../../../contract/shared/date.js';
import { COUNT_CAP } from '../../../../../contract/shared/page.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import { caseScope, casesOf, peopleOf } from '../../../../platform/auth/scope.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { normalisePhone, Vault } from '../../../../platform/crypto/vault.js';
import { Database } from '../../../../platform/db/database.js';
import { list, nothing, sql, type Statement } from '../../../../platform/db/sql.js';
import { AppError, fieldError } from '../../../../platform/http/app-error.js';
import { ContactableQueries } from '../../../contact-compliance/decide/contactable.queries.js';
import {
  contactableNow,
  contactableWithin,
  type Contactable,
} from '../../../../domain/contact-compliance/decide/contactable.rules.js';
import { WeightsQueries } from '../../../settings/priorities/weights.queries.js';
import { cursorOf } from '../../../../domain/cases/list/case-cursor.sql.js';
import { CappedCounts, cappedCount } from '../../../../platform/db/lists/capped-counts.js';
import { paidCases, type Scope } from '../../../../domain/cases/list/paid-today.sql.js';
import {
  planList,
  scopeOf,
  type ListContext,
  type ListPlan,
} from '../../../../domain/cases/list/case-list.rules.js';
import { keptCounts, ownCounts, type BucketCount } from '../../../../domain/cases/list/case-counts.sql.js';
import {
  countsItself,
  countStatement,
  firstIds,
  pageStatement,
  rowsStatement,
} from '../../../../domain/cases/list/case-list.sql.js';
import { toCaseRow, type CaseRecord } from '../../../../domain/cases/case-row.rules.js';
import { Settings } from '../../../../platform/settings/settings.js';

/** A person's own open cases are fewer than this. */
const NEXT_AMONG = 500;
/** The states that the quick filters count. */
const COUNTED = Object.values(CASE_GROUPS).flat();
/** A case recorded within this time is worked: what comes next is the best of the others. */
const WORKED_MS = 3_600_000;

const PART = 5_000;

/** Holds a list to some of its cases. */
export type Held = (plan: ListPlan) => ListPlan;

/** `task/listing` and `task/counts`. A role that sees masks costs no decryption. */
@Injectable()
export class CaseListQueries {
  private readonly counted = new CappedCounts();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly vault: Vault,
    private readonly settings: Settings,
    private readonly weights: WeightsQueries,
    private readonly contactable: ContactableQueries,
  ) {}

  /**
   * @param held holds the list to some of its cases.
   * @throws request.invalid for a page beyond row 10,000, a sort that the scope has no index for, or a phone that is none.
   */
  async listing(actor: Actor, query: CaseListQuery, held: Held = (plan) => plan): Promise<CasePage> {
    const { plan: whole, context } = await this.plan(actor, query);
    const plan = held(whole);
    const [records, counted, plain, ofCollector] = await Promise.all([
      this.database.rows<CaseRecord & { total?: number }>(pageStatement(plan, query.page, query.size)),
      countsItself(plan) ? null : this.count(plan),
      this.settings.showsPlain(actor),
      this.collector(actor, query.ownerId),
    ]);
    const result = records.map((record) => toCaseRow(record, context.weights, context));
    if (plain) await this.unmask(result);
    const onward = records.length === query.size || query.before !== undefined;
    return {
      result,
      totalCount: counted ?? records[0]?.total ?? (query.page > 1 ? await this.count(plan) : 0),
      next: onward ? cursorOf(records.at(-1), plan.orderBy) : null,
      previous: query.page > 1 ? cursorOf(records[0], plan.orderBy) : null,
      ofCollector,
    };
  }

  /** The list's first rows, masked for every role, because nobody controls a file once it is downloaded. */
  async first(
    actor: Actor,
    query: CaseListQuery,
    count: number,
    held: Held = (plan) => plan,
  ): Promise<CaseRow[]> {
    const { plan, context } = await this.plan(actor, {
      ...query,
      page: 1,
      after: undefined,
      before: undefined,
    });
    const records = await this.database.rows<CaseRecord>(pageStatement(held(plan), 1, count));
    return records.map((record) => toCaseRow(record, context.weights, context));
  }

  /** How many rows the list has, up to `most`. */
  async length(actor: Actor, query: CaseListQuery, max: number, held: Held): Promise<number> {
    const { plan } = await this.plan(actor, query);
    return (await this.database.rows(firstIds(held(plan), max))).length;
  }

  /** The list's first rows, masked as `first`, in parts: it is read once, so that no row is missed or comes twice. */
  async *parts(actor: Actor, query: CaseListQuery, count: number, held: Held): AsyncGenerator<CaseRow[]> {
    const { plan, context } = await this.plan(actor, query);
    const ids = (await this.database.rows<{ id: number }>(firstIds(held(plan), count))).map(({ id }) => id);
    for (let at = 0; at < ids.length; at += PART) {
      const part = ids.slice(at, at + PART);
      const [records] = await this.database.readTogether<[CaseRecord]>(rowsStatement(part, casesOf(actor)));
      const byId = new Map(records.map((record) => [record.id, record]));
      const inOrder = part.flatMap((id) => byId.get(id) ?? []);
      yield inOrder.map((record) => toCaseRow(record, context.weights, context));
    }
  }

  /**
   * The next case to work: the one that follows it in the order of the viewer's list, or the first when it has just
   * been worked, or is the last.
   *
   * @throws case.notFound
   */
  async next(actor: Actor, after: number): Promise<NextCase> {
    const [known] = await this.database.rows<{ lastCallTime: Date | null }>(sql`
      SELECT c.last_call_at AS lastCallTime FROM collection_case c WHERE c.id = ${after} AND ${casesOf(actor)}`);
    if (!known) throw new AppError('case.notFound');
    const rows = await this.first(actor, CaseListQuery.parse({}), NEXT_AMONG);
    const at = rows.findIndex(({ id }) => id === after);
    const worked =
      known.lastCallTime !== null && this.clock.now().getTime() - known.lastCallTime.getTime() < WORKED_MS;
    const onward = worked ? rows : [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))];
    return { next: onward.find(({ id }) => id !== after) ?? null };
  }

  /** Each figure stops at 10,001. */
  async counts(actor: Actor, query: CaseCountsQuery): Promise<CaseGroupCounts> {
    const one = query.ownerId !== undefined;
    const { key, ids: all } = scopeOf(query, caseScope(actor));
    const ids = one && (await this.collector(actor, query.ownerId)) === null ? [] : all;
    const scope: Scope = { key, ids };
    const seen = one ? sql`AND ${casesOf(actor)}` : nothing;
    const now = this.clock.now();
    const today = businessDay(now);
    const many = {
      dueNow: sql`FROM collection_case c FORCE INDEX (${raw(`case_${key}_action`)})
        WHERE ${raw(`c.${key}_id`)} IN ${list(ids)} AND c.is_open = 1 AND c.action_at <= ${now} ${seen}`,
      contactableNow: contactableRows(scope, await this.contactable.now(actor.institutionIds), seen),
    };
    const keyOf = (figure: keyof typeof many) => JSON.stringify([figure, key, ids, one && actor.userId]);
    const upTo = (figure: keyof typeof many) =>
      this.counted.isBeyond(keyOf(figure)) ? raw(`${COUNT_CAP + 1}`) : sql`(${cappedCount(many[figure])})`;
    const [buckets, [timely]] = await Promise.all([
      this.database.rows<BucketCount>(
        key === 'owner' ? ownCounts(ids, today, seen) : keptCounts(scope, [...COUNTED, today]),
      ),
      this.database.rows<Pick<CaseGroupCounts, 'dueNow' | 'paidToday' | 'contactableNow'>>(sql`
        SELECT ${upTo('dueNow')} AS dueNow, ${upTo('contactableNow')} AS contactableNow,
          (SELECT COUNT(*) FROM (${paidCases(scope, today)} LIMIT ${COUNT_CAP + 1}) paid) AS paidToday`),
    ]);
    for (const figure of ['dueNow', 'contactableNow'] as const)
      this.counted.counted(keyOf(figure), Number(timely![figure]));
    const known = new Map(buckets.map(({ bucket, n }) => [bucket, n]));
    const sumOf = (names: readonly string[]) => names.reduce((sum, name) => sum + (known.get(name) ?? 0), 0);
    const groups = CASE_GROUP_NAMES.map((name) => [name, sumOf(CASE_GROUPS[name])] as const);
    return asNumbers({ ...Object.fromEntries(groups), promisedToday: sumOf([today]), ...timely });
  }

  private async collector(actor: Actor, id: number | undefined): Promise<string | null> {
    if (id === undefined) return null;
    const row = await this.database.row<{ name: string }>(sql`
      SELECT u.name FROM user u WHERE u.id = ${id} AND ${peopleOf(actor)}`);
    return row?.name ?? null;
  }

  private async count(plan: ListPlan): Promise<number> {
    const row = await this.database.row<{ total: number }>(countStatement(plan));
    return Number(row!.total);
  }

  private async plan(actor: Actor, query: CaseListQuery): Promise<{ plan: ListPlan; context: ListContext }> {
    const weights = await this.weights.ofInstitution(actor.institutionId);
    const contactable = query.contactable ? await this.contactable.now(actor.institutionIds) : null;
    const context = this.context(actor, query, weights, contactable);
    return { plan: planList(query, context), context };
  }

  private context(
    actor: Actor,
    query: CaseListQuery,
    weights: Weights,
    contactable: Contactable | null,
  ): ListContext {
    const now = this.clock.now();
    const phone = query.borrowerPhone === undefined ? undefined : normalisePhone(query.borrowerPhone);
    if (phone === null) throw fieldError('request.invalid', 'borrowerPhone');
    return {
      scope: caseScope(actor),
      now,
      today: businessDay(now),
      phoneHashes: phone === undefined ? null : this.vault.indexes(phone),
      weights,
      contactable,
    };
  }

  private async unmask(rows: CaseRow[]): Promise<void> {
    const sealed = await this.database.rows<{ id: number; phone: Buffer }>(sql`
      SELECT id, phone_enc AS phone FROM borrower WHERE id IN ${list(rows.map((row) => row.borrowerId))}`);
    const byId = new Map(sealed.map(({ id, phone }) => [id, phone]));
    for (const row of rows) row.borrowerPhone = this.vault.open(byId.get(row.borrowerId)!);
  }
}

/** A person's own cases are few enough to look at each. */
function contactableRows({ key, ids }: Scope, contactable: Contactable, seen: Statement): Statement {
  if (key === 'owner')
    return sql`FROM collection_case c FORCE INDEX (case_owner)
      WHERE c.owner_id IN ${list(ids)} AND ${contactableNow(contactable)} ${seen}`;
  return sql`FROM collection_case c FORCE INDEX (${raw(`case_${key}_contact`)})
    WHERE ${contactableWithin(contactable, key, ids)}`;
}

function raw(text: string): Statement {
  return { text, params: [] };
}

function asNumbers(counts: object): CaseGroupCounts {
  const numbers = Object.entries(counts).map(([name, count]) => [
    name,
    Math.min(Number(count), COUNT_CAP + 1),
  ]);
  return Object.fromEntries(numbers) as CaseGroupCounts;
}
