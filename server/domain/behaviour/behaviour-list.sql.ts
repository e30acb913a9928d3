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
  without?: BehaviourType | undefined;
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
  const { caseIds, address } = filter;
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
  const types = typesOf(filter);
  if (address === undefined && types === null) return { ...of, index, ranges: heads, besides };
  const placed = address === undefined ? heads : heads.map((head) => sql`${head} AND b.address = ${address}`);
  // The indexes go on with the kind: without one they have a range for each.
  const ranges = placed.flatMap((head) =>
    (types ?? BEHAVIOUR_TYPES).map((each) => sql`${head} AND b.type = ${each}`),
  );
  return { ...of, index: `${index}_${address === undefined ? 'type' : 'address'}`, ranges, besides };
}

/** @returns null: every type */
function typesOf({ type, without }: Narrowed): readonly BehaviourType[] | null {
  if (type) return [type];
  return without ? BEHAVIOUR_TYPES.filter((each) => each !== without) : null;
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

function besidesOf(filter: Narrowed): Statement[] {
  const { userId, groupId, address } = filter;
  const types = typesOf(filter);
  return [
    ...(userId === undefined ? [] : [sql`b.user_id = ${userId}`]),
    ...(groupId === undefined ? [] : [sql`b.group_id = ${groupId}`]),
    ...(address === undefined ? [] : [sql`b.address = ${address}`]),
    ...(types === null ? [] : [sql`b.type IN ${list(types)}`]),
  ];
}
