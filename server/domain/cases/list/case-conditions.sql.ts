import type { CaseListQuery } from '../../../../contract/cases/cases.js';
import { CASE_GROUPS, type CaseStatus } from '../../../../contract/codes.js';
import type { CaseScope } from '../../../platform/auth/scope.js';
import { never, sql, type Statement } from '../../../platform/db/sql.js';
import type { Scope } from './paid-today.sql.js';

export function statusesOf(query: CaseListQuery): readonly CaseStatus[] | null {
  const group: readonly CaseStatus[] | null = query.group ? CASE_GROUPS[query.group] : null;
  if (!query.status) return group;
  return group && !group.includes(query.status) ? [] : [query.status];
}

export function stateConditions(statuses: readonly CaseStatus[] | null): Statement[] {
  return statuses === null ? [sql`c.is_open = 1`] : statuses.map((status) => sql`c.status = ${status}`);
}

export function stateFilter(query: CaseListQuery): Statement[] {
  const states = stateConditions(statusesOf(query));
  if (states.length === 0) return [never];
  return [
    { text: states.map(({ text }) => text).join(' OR '), params: states.flatMap(({ params }) => params) },
  ];
}

export function both(scope: Scope, id: number, state: Statement): Statement {
  return sql`${columnOf(scope)} = ${id} AND ${state}`;
}

function columnOf({ key }: Scope): Statement {
  return { text: `c.${key}_id`, params: [] };
}

export function scopeCondition(scope: Scope): Statement {
  return inList(columnOf(scope), scope.ids);
}

export function actorCondition({ column, ids }: CaseScope): Statement {
  return inList({ text: `c.${column}`, params: [] }, ids);
}

function inList(column: Statement, ids: readonly number[]): Statement {
  const marks = ids.length === 0 ? 'NULL' : ids.map(() => '?').join(', ');
  return { text: `${column.text} IN (${marks})`, params: ids };
}

/** A LIKE pattern that matches exactly this prefix. */
export function prefixOf(text: string): string {
  return `${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
