import { LOGIN_RESULTS, type LoginLogQuery } from '../../../contract/administration/users.js';
import type { InstitutionScope } from '../../platform/auth/institution-scope.js';
import { institutionsInOrder } from '../../platform/auth/institution-scope.js';
import { startingWith } from '../../platform/db/lists/list-page.js';
import type { Ranges } from '../../platform/db/lists/newest-first.js';
import { never, anything, sql, type Statement } from '../../platform/db/sql.js';

/** The results that say that the person came in. */
export const GOOD = ['SUCCESS', 'CHANGED'] as const;
/** Each of more institutions than these would be a search of its own. */
const SEARCHES = 8;

type LoginLogFilter = Pick<LoginLogQuery, 'username' | 'state' | 'result' | 'address'>;

/**
 * Attempts in the order of time, by the index of what narrows them most. An attempt under a name that nobody has is in
 * nobody's list.
 *
 * @param named by the index of user names: few begin so, and they are sorted. Else they are met on the way through all.
 */
export function attemptsOf(scope: InstitutionScope, filter: LoginLogFilter, named: boolean): Ranges {
  const { username, address } = filter;
  const results = resultsOf(filter);
  const within = sql`a.institution_id IS NOT NULL AND a.user_id IS NOT NULL AND ${institutionsInOrder(scope, sql`a.institution_id`)}`;
  const name = username ? [sql`a.username LIKE ${startingWith(username)}`] : [];
  const of = (column: Statement, values: readonly (string | number)[]) =>
    values.map((value) => sql`${column} = ${value}`);
  const table = { table: 'login_audit a', at: 'a.at', id: 'a.id' };
  const besides = [...(results ? [sql`(${either(of(sql`a.result`, results))})`] : []), within];
  if (named)
    return {
      ...table,
      index: 'login_audit_username',
      ranges: name,
      besides: [...addressed(address), ...besides],
    };
  if (address)
    return {
      ...table,
      index: 'login_audit_address',
      ranges: addressed(address),
      besides: [...name, ...besides],
    };
  if (results)
    return {
      ...table,
      index: 'login_audit_result',
      ranges: of(sql`a.result`, results),
      besides: [...name, within],
    };
  if (!scope.everywhere && scope.institutionIds.length <= SEARCHES)
    return {
      ...table,
      index: 'login_audit_institution',
      ranges: of(sql`a.institution_id`, scope.institutionIds),
      besides: [...name, sql`a.user_id IS NOT NULL`],
    };
  return { ...table, index: 'login_audit_at', ranges: [anything], besides: [...name, within] };
}

function addressed(address: string | undefined): Statement[] {
  return address ? [sql`a.address = ${address}`] : [];
}

function resultsOf({ state, result }: LoginLogFilter): readonly string[] | null {
  if (!state) return result ? [result] : null;
  const isGood = (one: string) => (GOOD as readonly string[]).includes(one);
  return LOGIN_RESULTS.filter(
    (one) => isGood(one) === (state === 'success') && (result === undefined || one === result),
  );
}

function either(conditions: readonly Statement[]): Statement {
  if (conditions.length === 0) return never;
  return conditions.reduce((before, each) => sql`${before} OR ${each}`);
}
