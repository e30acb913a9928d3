import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { COUNT_CAP, type Page } from '../../../contract/shared/page.js';
import { all, condition, type Statement } from './sql.js';

/** What the contract's `pageQuery` and `sortQuery` have parsed. */
interface Asked {
  page: number;
  size: number;
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
}

interface Listed {
  /** The viewer's scope first; a filter that was not asked for is undefined. */
  where: readonly (Statement | undefined)[];
  /** `alias.property` by the contract's name of each sort. */
  sorts?: Readonly<Record<string, string>>;
  /** When nobody has asked for another order. */
  usual: [property: string, order: 'ASC' | 'DESC'];
}

/**
 * One page of a list of configuration, and how many rows there are, counted up to COUNT_CAP + 1: "10,000+" costs no more
 * than 10,000. Beyond them there are no pages: such lists are narrowed, not leafed through.
 *
 * @param query an alias with its to-one relations; the rows come as its entities
 */
export async function listPage<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  { page, size, sort, order = 'desc' }: Asked,
  { where, sorts = {}, usual }: Listed,
): Promise<Page<Row>> {
  const asked = where.filter((each) => each !== undefined);
  const found = query.where(...condition(all(asked)));
  const offset = (page - 1) * size;
  const [by, direction] =
    sort && sorts[sort] ? ([sorts[sort], order === 'asc' ? 'ASC' : 'DESC'] as const) : usual;
  const rows = found
    .clone()
    .orderBy(by, direction)
    .addOrderBy(`${query.alias}.id`, 'DESC')
    .offset(offset)
    .limit(size);
  const [result, totalCount] = await Promise.all([offset < COUNT_CAP ? rows.getMany() : [], count(found)]);
  return { result, totalCount };
}

async function count<Row extends ObjectLiteral>(query: SelectQueryBuilder<Row>): Promise<number> {
  const some = query
    .clone()
    .select('1')
    .limit(COUNT_CAP + 1);
  const found = query.connection
    .createQueryBuilder()
    .select('COUNT(*)', 'total')
    .from(`(${some.getQuery()})`, 'found')
    .setParameters(some.getParameters());
  return Number((await found.getRawOne<{ total: number }>())!.total);
}

/** "García%": a prefix, whose own signs stand for themselves. */
export function startingWith(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}
