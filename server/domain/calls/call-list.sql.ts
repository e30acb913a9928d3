import type { Actor } from '../../platform/auth/actor.js';
import type { Ranges } from '../../platform/db/lists/newest-first.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';

/** Filters of a list, after names have been looked up within the viewer's scope. */
export interface NarrowedCalls {
  caseIds?: readonly number[] | undefined;
  agentId?: number | undefined;
  groupId?: number | undefined;
  /** Indexes of one number. */
  numbers?: readonly Buffer[] | undefined;
  live?: boolean | undefined;
}

/** Conditions on phone_call under the alias `h`, each the head of an index: own calls, the group's, an institution's. */
export function partsOf(actor: Actor): Statement[] {
  if (actor.role === 'member') return [sql`h.agent_id = ${actor.userId}`];
  if (actor.role === 'leader') return [sql`h.group_id = ${actor.groupId}`];
  return actor.institutionIds.map((id) => sql`h.institution_id = ${id}`);
}

export function anyOf(parts: readonly Statement[]): Statement {
  const [first, ...rest] = parts;
  return rest.reduce<Statement>((before, part) => sql`${before} OR ${part}`, first ?? sql`FALSE`);
}

const INDEXES = { member: 'phone_call_agent', leader: 'phone_call_group' } as const;

/**
 * The ranges of one index that hold what is asked for. A case's calls are seen with the case, whoever made them; all others
 * are those of the viewer's people.
 */
export function callRanges(actor: Actor, filter: NarrowedCalls): Ranges {
  const of = { table: 'phone_call h', at: 'h.requested_at', id: 'h.id' };
  const { caseIds, agentId, groupId, numbers, live } = filter;
  const own = anyOf(partsOf(actor));
  const [agent, group] = [sql`h.agent_id = ${agentId}`, sql`h.group_id = ${groupId}`];
  const besides = [
    ...(agentId === undefined ? [] : [agent]),
    ...(groupId === undefined ? [] : [group]),
    ...(live ? [sql`h.is_live = 1`] : []),
  ];
  const ofNumber = numbers ? [sql`h.number_hash IN ${list(numbers)}`] : [];
  if (caseIds) {
    const ranges = caseIds.map((id) => sql`h.case_id = ${id}`);
    return { ...of, index: 'phone_call_case', ranges, besides: [...besides, ...ofNumber] };
  }
  // As many as there are people at work.
  if (live)
    return {
      ...of,
      index: 'phone_call_live',
      ranges: [sql`h.is_live = 1`],
      besides: [own, ...besides, ...ofNumber],
    };
  if (numbers) {
    const ranges = numbers.map((number) => sql`h.number_hash = ${number}`);
    return { ...of, index: 'phone_call_number', ranges, besides: [own, ...besides] };
  }
  if (agentId !== undefined)
    return { ...of, index: 'phone_call_agent', ranges: [agent], besides: [own, ...besides.slice(1)] };
  if (groupId !== undefined && actor.role !== 'member')
    return { ...of, index: 'phone_call_group', ranges: [group], besides: [own] };
  const index =
    actor.role === 'member' || actor.role === 'leader' ? INDEXES[actor.role] : 'phone_call_institution';
  return { ...of, index, ranges: partsOf(actor), besides };
}
