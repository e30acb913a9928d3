import type { AuditExport } from '../../../contract/administration/audit.js';
import { EVENTS, type EventName } from '../../../contract/events/events.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsInOrder, institutionsIn } from '../../platform/auth/institution-scope.js';
import { anything, all, list, nothing, sql, type Statement } from '../../platform/db/sql.js';

/** Where rows are looked for, by which index, and what they are ordered by. */
export interface Found {
  from: Statement;
  index: Statement;
  besides: Statement;
  where: Statement;
  id: Statement;
  at: Statement;
}

/** The ids of a page, by the index alone. */
export function idsOf({ from, index, besides, where, id, at }: Found, limit: Statement): Statement {
  return sql`
    SELECT ${id} AS id FROM ${from} ${index} ${besides} WHERE ${where} ORDER BY ${at} DESC, ${id} DESC ${limit}`;
}

export type AuditFilter = Omit<AuditExport, 'from' | 'to' | 'view'>;

/** Changes of the configuration: those of the viewer's institutions, and those of none for who sees all of them. */
export function auditedBy(actor: Actor, { kind, subjectId, userId }: AuditFilter): Found {
  const bySubject = kind !== undefined && subjectId !== undefined;
  const own = actor.institutionIds.length === 1 && !actor.everywhere;
  return {
    from: sql`audit_entry a`,
    index: bySubject
      ? sql`FORCE INDEX (audit_entry_subject)`
      : userId !== undefined
        ? sql`FORCE INDEX (audit_entry_actor)`
        : own
          ? sql`FORCE INDEX (audit_entry_institution)`
          : kind !== undefined
            ? sql`FORCE INDEX (audit_entry_kind)`
            : sql`FORCE INDEX (audit_entry_recorded)`,
    besides: nothing,
    where: all([
      institutionsInOrder(actor, sql`a.institution_id`),
      kind === undefined ? anything : sql`a.kind = ${kind}`,
      subjectId === undefined ? anything : sql`a.subject_id = ${subjectId}`,
      userId === undefined ? anything : sql`a.actor_id = ${userId}`,
    ]),
    id: sql`a.event_id`,
    at: sql`a.recorded_at`,
  };
}

/**
 * The event log of cases, or of a person: without what was done to cases and settings that the viewer does not see.
 *
 * @param cases of the viewer's; null: all that the person did
 */
export function logOf(actor: Actor, { kind, userId }: AuditFilter, cases: readonly number[] | null): Found {
  const hidden = cases === null && !actor.everywhere;
  return {
    from: sql`domain_event e`,
    index: cases === null ? sql`FORCE INDEX (domain_event_actor)` : sql`FORCE INDEX (domain_event_case)`,
    besides: hidden
      ? sql`LEFT JOIN collection_case c ON c.id = e.case_id LEFT JOIN audit_entry a ON a.event_id = e.id`
      : nothing,
    where: all([
      cases === null ? anything : sql`e.case_id IN ${list(cases)}`,
      userId === undefined ? anything : sql`e.actor_id = ${userId}`,
      kind === undefined ? anything : sql`e.name IN ${list(namesOf(kind))}`,
      hidden
        ? institutionsIn(actor, sql`COALESCE(c.institution_id, a.institution_id, ${actor.institutionId})`)
        : anything,
    ]),
    id: sql`e.id`,
    at: sql`e.recorded_at`,
  };
}

function namesOf(kind: string): EventName[] {
  return (Object.keys(EVENTS) as EventName[]).filter((name) => name.startsWith(`${kind}.`));
}
