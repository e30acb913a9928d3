import { Injectable } from '@nestjs/common';
import type { SubjectType } from '../../../contract/events/event-subjects.js';
import type { Changes } from '../../../contract/shared/changes.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import { SUBJECT_NAME } from '../../domain/stops/stop.sql.js';

/** How the things that events are about are called. */
const SUBJECTS: Partial<Record<SubjectType, Statement>> = {
  case: sql`SELECT id, loan_no AS name FROM collection_case`,
  queue: sql`SELECT id, name FROM queue`,
  template: sql`SELECT id, name FROM message_template`,
  productTerms: sql`SELECT id, product_category AS name FROM product_terms`,
  institution: sql`SELECT id, name FROM institution`,
  group: sql`SELECT id, name FROM admin_group`,
  softphone: sql`SELECT id, extension_number AS name FROM softphone`,
  qualitySheet: sql`SELECT id, name FROM quality_sheet`,
  stop: sql`SELECT s.id, ${SUBJECT_NAME} AS name FROM contact_stop s`,
  user: sql`SELECT id, name FROM user`,
  collector: sql`SELECT id, name FROM user`,
};

const INSTITUTIONS = (actor: Actor) =>
  sql`SELECT i.id, i.name FROM institution i WHERE ${institutionsIn(actor, sql`i.id`)}`;
/** Names for the ids of changed fields, as far as the viewer sees them. */
const FIELDS: Record<string, (actor: Actor) => Statement> = {
  institutionId: INSTITUTIONS,
  parentId: INSTITUTIONS,
  groupId: (actor) =>
    sql`SELECT g.id, g.name FROM admin_group g WHERE ${institutionsIn(actor, sql`g.institution_id`)}`,
  queueId: (actor) =>
    sql`SELECT q.id, q.name FROM queue q WHERE ${institutionsIn(actor, sql`q.institution_id`)}`,
  userId: (actor) => sql`SELECT u.id, u.name FROM user u WHERE ${peopleOf(actor)}`,
};

type About = { subjectType: SubjectType; subjectId: number };
type Named = { id: number; name: string };

/** Names for the ids in audit entries. */
@Injectable()
export class AuditNames {
  constructor(private readonly database: Database) {}

  /** @returns by type and id: "queue 17" */
  async ofSubjects(events: readonly About[]): Promise<Map<string, string>> {
    const names = new Map<string, string>();
    for (const type of new Set(events.map(({ subjectType }) => subjectType))) {
      const named = SUBJECTS[type];
      if (!named) continue;
      const ids = new Set(events.flatMap((each) => (each.subjectType === type ? each.subjectId : [])));
      const rows = await this.database.rows<Named>(
        sql`SELECT x.id, x.name FROM (${named}) x WHERE x.id IN ${list([...ids])}`,
      );
      for (const { id, name } of rows) names.set(`${type} ${id}`, name);
    }
    return names;
  }

  /** @returns by field and id: "queueId 17" */
  async ofChanges(actor: Actor, all: readonly (Changes | null)[]): Promise<Map<string, string>> {
    const names = new Map<string, string>();
    for (const [field, visible] of Object.entries(FIELDS)) {
      const ids = new Set(all.flatMap((changes) => idsIn(changes, field)));
      if (ids.size === 0) continue;
      const rows = await this.database.rows<Named>(
        sql`SELECT x.id, x.name FROM (${visible(actor)}) x WHERE x.id IN ${list([...ids])}`,
      );
      for (const { id, name } of rows) names.set(`${field} ${id}`, name);
    }
    return names;
  }
}

/** The names of what one entry's changes name. */
export function namesIn(changes: Changes | null, names: ReadonlyMap<string, string>): Record<string, string> {
  const found = Object.keys(FIELDS).flatMap((field) =>
    idsIn(changes, field).flatMap((id) => {
      const name = names.get(`${field} ${id}`);
      return name === undefined ? [] : [[`${field} ${id}`, name] as const];
    }),
  );
  return Object.fromEntries(found);
}

function idsIn(changes: Changes | null, field: string): number[] {
  const difference = changes?.[field];
  if (difference === undefined || difference === 'secret') return [];
  return [difference.before, difference.after].filter((value) => typeof value === 'number');
}
