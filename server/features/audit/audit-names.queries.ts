import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SubjectType } from '../../../contract/events/event-subjects.js';
import { nounsOf } from '../../../contract/nouns.js';
import type { Changes } from '../../../contract/shared/changes.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { snakeCase } from '../../platform/db/data-source.js';
import { Database } from '../../platform/db/database.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import { SUBJECT_NAME } from '../../domain/stops/stop.sql.js';

/** How the things that events are about are called, where that is not a field of the row of a noun of NOUNS. */
const SUBJECTS: Partial<Record<SubjectType, Statement>> = {
  case: sql`SELECT id, loan_no AS name FROM collection_case`,
  template: sql`SELECT id, name FROM message_template`,
  group: sql`SELECT id, name FROM admin_group`,
  stop: sql`SELECT s.id, ${SUBJECT_NAME} AS name FROM contact_stop s`,
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
  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
  ) {}

  /** @returns by type and id: "queue 17" */
  async ofSubjects(events: readonly About[]): Promise<Map<string, string>> {
    const names = new Map<string, string>();
    for (const type of new Set(events.map(({ subjectType }) => subjectType))) {
      const ids = new Set(events.flatMap((each) => (each.subjectType === type ? each.subjectId : [])));
      for (const { id, name } of await this.named(type, [...ids])) names.set(`${type} ${id}`, name);
    }
    return names;
  }

  private async named(type: SubjectType, ids: readonly number[]): Promise<Named[]> {
    const named = SUBJECTS[type];
    if (named)
      return this.database.rows(sql`SELECT x.id, x.name FROM (${named}) x WHERE x.id IN ${list(ids)}`);
    const field = nounsOf().find(([noun]) => noun === type)?.[1].auditName;
    if (!field) return [];
    const rows = this.dataSource.createQueryBuilder().from(snakeCase(type), 'x');
    return rows
      .select(['x.id AS id', `x.${snakeCase(field)} AS name`])
      .where('x.id IN (:...ids)', { ids })
      .getRawMany();
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
