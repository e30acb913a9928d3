import { never, all, list, sql, type Statement } from '../db/sql.js';
import { OPEN_STATUSES } from '../../../contract/codes.js';
import { nounsOf, type NounPermission } from '../../../contract/nouns.js';
import type { Permission } from '../../../contract/permissions.js';
import type { Actor } from './actor.js';
import { institutionsInOrder, institutionsIn, type InstitutionScope } from './institution-scope.js';

/** The viewer, as far as scopes need. */
export type Viewer = InstitutionScope & Pick<Actor, 'userId' | 'role' | 'institutionId' | 'groupId'>;

/**
 * The rows that a person may see, as SQL conditions. A row outside answers as if it did not exist: queries put the scope
 * into WHERE, they never fetch first and ask after.
 */
export type CaseScope = { column: 'owner_id' | 'group_id' | 'institution_id'; ids: readonly number[] };

/** A member sees own cases, a leader the own group's, supervisor and admin those of the institution and its children. */
export function caseScope(actor: Actor): CaseScope {
  if (actor.role === 'member') return { column: 'owner_id', ids: [actor.userId] };
  if (actor.role === 'leader')
    return { column: 'group_id', ids: actor.groupId === null ? [] : [actor.groupId] };
  return { column: 'institution_id', ids: actor.institutionIds };
}

/** A condition on collection_case under the alias `c`. */
export function casesOf(actor: Actor): Statement {
  const { column, ids } = caseScope(actor);
  if (column === 'owner_id') return sql`c.owner_id = ${actor.userId}`;
  if (column === 'group_id') return sql`c.group_id IN ${list(ids)}`;
  return institutionsIn(actor, sql`c.institution_id`);
}

/** The case, where it exists for the actor. */
export function caseFor(actor: Actor, caseId: number): Statement {
  return sql`SELECT c.id FROM collection_case c WHERE c.id = ${caseId} AND ${casesOf(actor)}`;
}

/** A condition on user under the alias `u`. */
export function peopleOf(actor: Viewer): Statement {
  if (actor.role === 'member') return sql`u.id = ${actor.userId}`;
  const institution = institutionsInOrder(actor, sql`u.institution_id`);
  return actor.role === 'leader' ? all([institution, sql`u.group_id = ${actor.groupId}`]) : institution;
}

/** A condition on the institution in this column: collectors and leaders work in one, and are told of no other. */
export function institutionsOf(actor: Viewer, column: Statement): Statement {
  if (actor.role === 'member' || actor.role === 'leader') return sql`${column} = ${actor.institutionId}`;
  return institutionsIn(actor, column);
}

/** A condition on queue under the alias `q`: a leader sees those that the own group works. */
export function queuesOf(actor: Viewer): Statement {
  const institution = institutionsIn(actor, sql`q.institution_id`);
  if (actor.role === 'leader') return all([institution, sql`q.id IN (${workedBy(actor)})`]);
  return actor.role === 'member' ? never : institution;
}

/**
 * A condition on collection_case under the alias `c`: the cases that the person may hand to a collector. A free case is in
 * nobody's group. A leader may bind it while it is open and in a queue of the own institution that the own group works; for
 * everything else it does not exist.
 */
export function casesToBind(actor: Actor): Statement {
  return actor.role === 'leader' ? casesOfTeam(actor) : casesOf(actor);
}

type Team = Pick<Actor, 'groupId' | 'institutionId'>;

/** The group's own cases, and the free ones of the queues that it works. */
export function casesOfTeam(team: Team): Statement {
  return sql`(c.group_id = ${team.groupId} OR (${freeCasesOf(team)}))`;
}

/** The free cases alone, by their queues. */
export function freeCasesOf(team: Team): Statement {
  return all([
    sql`c.group_id IS NULL AND c.owner_id IS NULL AND c.status IN ${list(OPEN_STATUSES)}`,
    sql`c.institution_id = ${team.institutionId}`,
    sql`c.queue_id IN (${workedBy(team)})`,
  ]);
}

function workedBy({ groupId, institutionId }: Team): Statement {
  return sql`
    SELECT m.queue_id FROM user m JOIN queue w ON w.id = m.queue_id
    WHERE m.group_id = ${groupId} AND m.role = 'member' AND m.enabled = 1 AND w.institution_id = ${institutionId}`;
}

/** A condition on complaint under the alias `k`: a leader sees the team's, and those that were given to them. */
export function complaintsOf(actor: Actor): Statement {
  if (actor.role === 'member') return never;
  if (actor.role === 'leader') return sql`(k.group_id = ${actor.groupId} OR k.handler_id = ${actor.userId})`;
  return institutionsIn(actor, sql`k.institution_id`);
}

/** Rows that a call reads or changes: cases by `casesOf`, people by `peopleOf`, teams that the actor sees, settings of the actor's institutions, own rows. */
export type Scope = 'cases' | 'complaints' | 'people' | 'teams' | 'institutions' | 'own';

/** Nouns that administrators configure are those of their institutions, if not listed below. */
const OF_NOUNS = Object.fromEntries(
  nounsOf().flatMap(([, { read, manage }]) =>
    (read ? [read.permission, manage] : [manage]).map((permission) => [permission, 'institutions']),
  ),
) as Record<NounPermission, Scope>;

/** The scope of calls that demand a permission and name none of their own. */
export const SCOPES: Record<Permission, Scope> = {
  ...OF_NOUNS,
  'addressList:manage': 'institutions',
  'allocation:read': 'institutions',
  'allocation:run': 'institutions',
  'queue:edit': 'institutions',
  'audit:export': 'institutions',
  'approval:decide': 'institutions',
  'audit:read': 'institutions',
  'board:read': 'teams',
  'call:listen': 'people',
  'call:make': 'cases',
  'call:read': 'cases',
  'card:read': 'people',
  'case:assign': 'cases',
  'case:close': 'cases',
  'case:export': 'cases',
  'case:import': 'institutions',
  'case:read': 'cases',
  'case:record': 'cases',
  'case:withdraw': 'cases',
  'complaint:handle': 'complaints',
  'complaint:manage': 'complaints',
  'complaint:read': 'complaints',
  'config:manage': 'institutions',
  'docs:read': 'own',
  'grants:manage': 'institutions',
  'grants:read': 'institutions',
  'guard:confirm': 'cases',
  'guard:hold': 'cases',
  'guard:manage': 'institutions',
  'guard:override': 'cases',
  'guard:stop': 'institutions',
  'help:answer': 'people',
  'job:manage': 'people',
  'job:read': 'people',
  'kiosk:issue': 'people',
  'message:retry': 'cases',
  'message:send': 'cases',
  'messageLimits:manage': 'institutions',
  'phone:reveal': 'cases',
  'monitor:export': 'people',
  'monitor:handle': 'people',
  'monitor:manage': 'institutions',
  'monitor:read': 'people',
  'plan:read': 'cases',
  'plan:readLongAging': 'cases',
  'presence:read': 'people',
  'priority:manage': 'institutions',
  'promise:export': 'cases',
  'promise:extend': 'cases',
  'promise:read': 'cases',
  'quality:read': 'people',
  'quality:score': 'people',
  'recording:note': 'cases',
  'refund:decide': 'cases',
  'refund:read': 'cases',
  'repayment:act': 'cases',
  'request:decide': 'cases',
  'request:read': 'cases',
  'schedule:manage': 'institutions',
  'schedule:read': 'institutions',
  'session:revoke': 'people',
  'setup:read': 'institutions',
  'statistics:export': 'people',
  'statistics:read': 'people',
  'system:manage': 'institutions',
  'user:manage': 'people',
  'user:read': 'people',
  'view:share': 'own',
  'violation:announce': 'people',
};
