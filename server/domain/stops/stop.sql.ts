import type { ChosenStopKind, StopKind } from '../../../contract/contact/stops.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { nothing, sql, type Statement } from '../../platform/db/sql.js';

/** Subjects of a stop, each with its name and institution. */
const SUBJECTS: Record<StopKind, Statement> = {
  COLLECTOR: sql`SELECT u.id, u.name, u.institution_id AS institutionId FROM user u`,
  QUEUE: sql`SELECT q.id, q.name, q.institution_id AS institutionId FROM queue q`,
  TEMPLATE: sql`SELECT t.id, t.name, t.institution_id AS institutionId FROM message_template t`,
  INSTITUTION: sql`SELECT i.id, i.name, i.id AS institutionId FROM institution i`,
  // A number has the contact's for its name, and the scope of its borrower.
  NUMBER: sql`
    SELECT k.id, k.phone_mask AS name, b.institution_id AS institutionId
    FROM contact k JOIN borrower b ON b.id = k.borrower_id`,
};

export interface Subject {
  id: number;
  name: string;
  institutionId: number;
}

/** One that the person may stop. */
export function subjectNamed(actor: Actor, kind: StopKind, id: number): Statement {
  return sql`
    SELECT x.id, x.name, x.institutionId FROM (${SUBJECTS[kind]}) x
    WHERE x.id = ${id} AND ${institutionsIn(actor, sql`x.institutionId`)}`;
}

/** All that the person may choose to stop. */
export function subjectsOf(actor: Actor, kind: ChosenStopKind): Statement {
  const people =
    kind === 'COLLECTOR' ? sql`AND x.id IN (SELECT p.id FROM user p WHERE p.enabled = 1)` : nothing;
  return sql`
    SELECT x.id, x.name FROM (${SUBJECTS[kind]}) x
    WHERE ${institutionsIn(actor, sql`x.institutionId`)} ${people} ORDER BY x.name, x.id LIMIT 1000`;
}

/** The institutions that hear of it: the subject's, those below, which it stops or may, and those above, who watch. */
export function hearersOf(actor: Actor, kind: StopKind, id: number): Statement {
  return sql`
    SELECT DISTINCT i.id FROM (${subjectNamed(actor, kind, id)}) s JOIN institution own ON own.id = s.institutionId
    JOIN institution i ON i.path LIKE CONCAT(own.path, '%') OR own.path LIKE CONCAT(i.path, '%')`;
}

/** A number's stop is heard of in the borrower's institution and those above: it says nothing of others. */
export function watchersOf(institutionId: number): Statement {
  return sql`
    SELECT i.id FROM institution own JOIN institution i ON own.path LIKE CONCAT(i.path, '%')
    WHERE own.id = ${institutionId}`;
}

/** Where the person belongs who has asked for the end of the stop `s`. */
export const REQUESTER: Statement = sql`
  (SELECT a.institution_id FROM user a WHERE a.id = s.lift_requested_by) AS requesterInstitutionId,
  (SELECT o.parent_id FROM user a JOIN institution o ON o.id = a.institution_id WHERE a.id = s.lift_requested_by) AS aboveRequesterId`;

/** The name of what the stop `s` is of. */
export const SUBJECT_NAME: Statement = sql`
  CASE s.kind WHEN 'COLLECTOR' THEN (SELECT n.name FROM user n WHERE n.id = s.subject_id)
    WHEN 'QUEUE' THEN (SELECT n.name FROM queue n WHERE n.id = s.subject_id)
    WHEN 'TEMPLATE' THEN (SELECT n.name FROM message_template n WHERE n.id = s.subject_id)
    WHEN 'NUMBER' THEN (SELECT n.phone_mask FROM contact n WHERE n.id = s.subject_id)
    ELSE (SELECT n.name FROM institution n WHERE n.id = s.subject_id) END`;
