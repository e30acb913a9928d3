import { BEHAVIOUR_TYPES, type BehaviourType } from '../../../contract/supervision/behaviour.js';
import type { Actor } from '../../platform/auth/actor.js';
import type { Ranges } from '../../platform/db/lists/newest-first.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';

/** Filters of a list, after names have been looked up within the viewer's scope. */
export interface Narrowed {
  userId?: number | undefined;
  caseIds?: readonly number[] | undefined;
  address?: string | undefined;
  groupId?: number | undefined;
  type?: BehaviourType | undefined;
}

type Column = 'user_id' | 'group_id' | 'institution_id';
const NAMES = { user_id: 'user', group_id: 'group', institution_id: 'institution' } as const;

/** A condition on behaviour_record under the alias `b`; the record keeps the team that the person was in. */
export function behavioursOf(actor: Actor): Statement {
  if (actor.role === 'member') return sql`b.user_id = ${actor.userId}`;
  if (actor.role === 'leader') return sql`b.group_id = ${actor.groupId}`;
  return sql`b.institution_id IN ${list(actor.institutionIds)}`;
}

/** The ranges of one index that hold what is asked for: every combination that is offered has one. */
export function rangesOf(actor: Actor, filter: Narrowed): Ranges {
  const of = { table: 'behaviour_record b', at: 'b.at', id: 'b.id' };
  const { caseIds, type, address } = filter;
  if (caseIds)
    // A case has hundreds of records, so that the rest is sorted out among them.
    return {
      ...of,
      index: 'behaviour_case',
      ranges: caseIds.map((id) => sql`b.case_id = ${id}`),
      besides: [behavioursOf(actor), ...besidesOf(filter)],
    };
  const { column, ids, besides } = whose(actor, filter);
  const heads = ids.map((id) => sql`${{ text: `b.${column}`, params: [] }} = ${id}`);
  const index = `behaviour_${NAMES[column]}`;
  if (address !== undefined) {
    // The index goes on with the kind: without one it has a range for each.
    const types = type ? [type] : BEHAVIOUR_TYPES;
    const ranges = heads.flatMap((head) =>
      types.map((each) => sql`${head} AND b.address = ${address} AND b.type = ${each}`),
    );
    return { ...of, index: `${index}_address`, ranges, besides };
  }
  if (type === undefined) return { ...of, index, ranges: heads, besides };
  return {
    ...of,
    index: `${index}_type`,
    ranges: heads.map((head) => sql`${head} AND b.type = ${type}`),
    besides,
  };
}

function whose(actor: Actor, { userId, groupId }: Narrowed): WhoseRecords {
  if (userId !== undefined) {
    const team = groupId === undefined ? [] : [sql`b.group_id = ${groupId}`];
    return { column: 'user_id', ids: [userId], besides: [behavioursOf(actor), ...team] };
  }
  if (actor.role === 'member') return { column: 'user_id', ids: [actor.userId], besides: [] };
  if (groupId !== undefined) return { column: 'group_id', ids: [groupId], besides: [behavioursOf(actor)] };
  if (actor.role === 'leader')
    return { column: 'group_id', ids: actor.groupId === null ? [] : [actor.groupId], besides: [] };
  return { column: 'institution_id', ids: actor.institutionIds, besides: [] };
}

interface WhoseRecords {
  column: Column;
  ids: readonly number[];
  besides: Statement[];
}

function besidesOf({ userId, groupId, address, type }: Narrowed): Statement[] {
  return [
    ...(userId === undefined ? [] : [sql`b.user_id = ${userId}`]),
    ...(groupId === undefined ? [] : [sql`b.group_id = ${groupId}`]),
    ...(address === undefined ? [] : [sql`b.address = ${address}`]),
    ...(type === undefined ? [] : [sql`b.type = ${type}`]),
  ];
}
