import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { COUNT_CAP, type Page } from '../../../../contract/shared/page.js';
import { CappedCounts } from './capped-counts.js';
import { all, condition, list, sql, type Statement } from '../sql.js';

/** The parsed `pageQuery` and `sortQuery` of the contract. */
interface ListQuery {
  page: number;
  size: number;
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
}

export interface Listed {
  /** The viewer's scope first; a filter that was not asked for is undefined. */
  where: readonly (Statement | undefined)[];
  /** `alias.property` by the contract's name of each sort. */
  sorts?: Readonly<Record<string, string>>;
  /** When nobody has asked for another order. */
  defaultSort: [property: string, order: 'ASC' | 'DESC'];
}

const counts = new WeakMap<DataSource, CappedCounts>();

/**
 * One page of a list of configuration, and how many rows there are, counted up to COUNT_CAP + 1: "10,000+" costs no more
 * than 10,000. Beyond them there are no pages: such lists are narrowed, not leafed through.
 *
 * The page's ids are found first, in the order of an index where there is one, and only these rows are joined: a deep page
 * brings nothing together for the rows before it.
 *
 * @param query an alias with its to-one relations, by left joins alone: those that no condition asks for are not made.
 * The rows come as its entities
 */
export async function listPage<Row extends ObjectLiteral & { id: number }>(
  query: SelectQueryBuilder<Row>,
  listQuery: ListQuery,
  listed: Listed,
): Promise<Page<Row>> {
  const [ids, totalCount] = await Promise.all([idsOfPage(query, listQuery, listed), totalOf(query, listed)]);
  if (ids.length === 0) return { result: [], totalCount };
  const rows = await query
    .clone()
    .where(...condition(sql`${{ text: query.alias, params: [] }}.id IN ${list(ids)}`))
    .getMany();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { result: ids.flatMap((id) => byId.get(id) ?? []), totalCount };
}

/** Statements by which `listPage` finds a page and counts: for tests that check their plans. */
export function searched<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  { page, size, sort, order = 'desc' }: ListQuery,
  { where, sorts = {}, defaultSort }: Listed,
): { ids: SelectQueryBuilder<Row>; some: SelectQueryBuilder<Row> } {
  const [by, direction] =
    sort && sorts[sort] ? ([sorts[sort], order === 'asc' ? 'ASC' : 'DESC'] as const) : defaultSort;
  const id = `${query.alias}.id`;
  const wanted = conditionsOf(where);
  const found = query.clone().where(...condition(wanted));
  leaveIdleJoinsOut(found, `${wanted.text} ${by}`);
  const ids = found.clone().select(id, 'id').orderBy(by, direction);
  // In the same direction, or no index has the order of both; and none has the id after what is unique by itself.
  if (by !== id && !isUnique(query, by)) ids.addOrderBy(id, direction);
  return { ids: ids.offset((page - 1) * size).limit(size), some: found.select('1').limit(COUNT_CAP + 1) };
}

/** A left join to one row neither adds nor takes any. MariaDB leaves it out where nothing names it; MySQL would make it. */
function leaveIdleJoinsOut<Row extends ObjectLiteral>(query: SelectQueryBuilder<Row>, named: string): void {
  const { expressionMap } = query;
  const used = new Set<string | undefined>();
  // From the last to the first: what a used one is joined to stands before it.
  for (const { alias, parentAlias } of expressionMap.joinAttributes.toReversed())
    if (used.has(alias.name) || new RegExp(`\\b${alias.name}\\.`).test(named))
      used.add(alias.name).add(parentAlias);
  expressionMap.joinAttributes = expressionMap.joinAttributes.filter(({ alias }) => used.has(alias.name));
}

function isUnique<Row extends ObjectLiteral>({ alias, expressionMap }: SelectQueryBuilder<Row>, by: string) {
  return expressionMap.mainAlias!.metadata.indices.some(
    ({ isUnique: unique, columns }) =>
      unique && columns.length === 1 && `${alias}.${columns[0]!.propertyName}` === by,
  );
}

async function idsOfPage<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  listQuery: ListQuery,
  listed: Listed,
): Promise<number[]> {
  if ((listQuery.page - 1) * listQuery.size >= COUNT_CAP) return [];
  const rows = await searched(query, listQuery, listed).ids.getRawMany<{ id: number }>();
  return rows.map(({ id }) => Number(id));
}

function totalOf<Row extends ObjectLiteral>(query: SelectQueryBuilder<Row>, listed: Listed): Promise<number> {
  const { connection, expressionMap } = query;
  const known = counts.get(connection) ?? new CappedCounts();
  counts.set(connection, known);
  const { tableName } = expressionMap.mainAlias!.metadata;
  return known.total(tableName, conditionsOf(listed.where), async () => {
    const { some } = searched(query, { page: 1, size: 1 }, listed);
    const found = connection
      .createQueryBuilder()
      .select('COUNT(*)', 'total')
      .from(`(${some.getQuery()})`, 'found')
      .setParameters(some.getParameters());
    return Number((await found.getRawOne<{ total: number }>())!.total);
  });
}

function conditionsOf(where: Listed['where']): Statement {
  return all(where.filter((each) => each !== undefined));
}

/** "García%": a prefix, whose own signs stand for themselves. */
export function startingWith(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}
