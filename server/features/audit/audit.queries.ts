import { Injectable } from '@nestjs/common';
import type { AuditExport, AuditQuery, AuditRow } from '../../../contract/administration/audit.js';
import type { SubjectType } from '../../../contract/events/event-subjects.js';
import type { EventName } from '../../../contract/events/events.js';
import type { Changes } from '../../../contract/shared/changes.js';
import { addDays, startOfBusinessDay } from '../../../contract/shared/date.js';
import { COUNT_CAP, type Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf, peopleOf } from '../../platform/auth/scope.js';
import { CappedCounts, cappedTotal } from '../../platform/db/lists/capped-counts.js';
import { Database } from '../../platform/db/database.js';
import { nothing, anything, all, sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { AuditNames, namesIn } from './audit-names.queries.js';
import { auditedBy, idsOf, logOf, type AuditFilter, type Found } from '../../domain/audit/audit.sql.js';
import { factsOf, wayBack } from '../../domain/audit/audit.rules.js';

interface EventRecord {
  id: number;
  name: EventName;
  actorId: number | null;
  actor: string | null;
  subjectType: SubjectType;
  subjectId: number;
  taskId: number | null;
  loanId: string | null;
  payload: string;
  at: Date;
  signedInAt: Date | null;
  address: string | null;
}
type Payload = { institutionId?: number | null; changes?: Changes };
/** An entry of the audit, with the institution whose it is. */
export type AuditEntry = AuditRow & { institutionId: number | null };

const EXPORT_BATCH = 500;

/**
 * Changes of the configuration, and everything that people did: the newest first, by an index for each filter.
 * Ids are found first, by the index alone; only the rows of the page are read.
 */
@Injectable()
export class AuditQueries {
  private readonly counts = new CappedCounts();

  constructor(
    private readonly database: Database,
    private readonly names: AuditNames,
  ) {}

  /** @throws audit.narrow for a log of nobody; user.notFound, case.notFound outside the viewer's scope */
  async list(actor: Actor, { page, size, ...filter }: AuditQuery): Promise<Page<AuditRow>> {
    const found = await this.found(actor, filter);
    const offset = (page - 1) * size;
    const [result, totalCount] = await Promise.all([
      offset < COUNT_CAP ? this.rows(actor, found, sql`LIMIT ${String(offset)}, ${String(size)}`) : [],
      this.counts.total(found.from.text, found.where, () => this.count(found, COUNT_CAP + 1)),
    ]);
    return { result, totalCount };
  }

  /** How many rows a file would have, counted up to `most`. */
  async length(actor: Actor, filter: AuditExport, max: number): Promise<number> {
    return this.count(await this.found(actor, filter), max);
  }

  /** Some hundreds at a time, each part after the one before it. */
  async *parts(actor: Actor, filter: AuditExport): AsyncGenerator<AuditRow[]> {
    const found = await this.found(actor, filter);
    let after: Statement = anything;
    for (;;) {
      const where = all([found.where, after]);
      const rows = await this.rows(actor, { ...found, where }, sql`LIMIT ${String(EXPORT_BATCH)}`);
      yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < EXPORT_BATCH) return;
      const at = new Date(last.at);
      after = sql`${found.at} <= ${at} AND (${found.at} < ${at} OR ${found.id} < ${last.id})`;
    }
  }

  /** @throws audit.notFound outside the viewer's scope */
  async entry(actor: Actor, id: number): Promise<AuditEntry> {
    const found = auditedBy(actor, {});
    const where = all([found.where, sql`a.event_id = ${id}`]);
    const [entry] = await this.entries(actor, { ...found, index: nothing, where }, sql`LIMIT 1`);
    if (!entry) throw new AppError('audit.notFound');
    return entry;
  }

  private async found(actor: Actor, { from, to, ...filter }: AuditExport): Promise<Found> {
    const userId = await this.personIn(actor, filter);
    const found =
      filter.view === 'changes'
        ? auditedBy(actor, { ...filter, userId })
        : logOf(actor, { ...filter, userId }, await this.casesIn(actor, { ...filter, userId }));
    const days = [
      from ? sql`${found.at} >= ${startOfBusinessDay(from)}` : undefined,
      to ? sql`${found.at} < ${startOfBusinessDay(addDays(to, 1))}` : undefined,
    ];
    return { ...found, where: all([found.where, ...days.filter((day) => day !== undefined)]) };
  }

  /** @throws user.notFound outside the viewer's scope */
  private async personIn(actor: Actor, { userId, username }: AuditFilter): Promise<number | undefined> {
    if (userId === undefined && !username) return undefined;
    const [person] = await this.database.rows<{ id: number }>(sql`
      SELECT u.id FROM user u
      WHERE ${username ? sql`u.username = ${username}` : sql`u.id = ${userId}`} AND ${peopleOf(actor)}`);
    if (!person) throw new AppError('user.notFound');
    return person.id;
  }

  /** The cases whose log is asked for; null: no case's. @throws audit.narrow, case.notFound */
  private async casesIn(
    actor: Actor,
    { userId, taskId, loanId, borrowerId }: AuditFilter,
  ): Promise<number[] | null> {
    const filter = [
      taskId ? sql`c.id = ${taskId}` : undefined,
      loanId ? sql`c.loan_no = ${loanId}` : undefined,
      borrowerId ? sql`c.borrower_id = ${borrowerId}` : undefined,
    ].filter((each) => each !== undefined);
    if (filter.length === 0 && userId === undefined) throw new AppError('audit.narrow');
    if (filter.length === 0) return null;
    const cases = await this.database.rows<{ id: number }>(sql`
      SELECT c.id FROM collection_case c WHERE ${all([casesOf(actor), ...filter])}`);
    if (cases.length === 0) throw new AppError('case.notFound');
    return cases.map(({ id }) => id);
  }

  private count({ from, index, where, besides }: Found, max: number): Promise<number> {
    return cappedTotal(this.database, sql`FROM ${from} ${index} ${besides} WHERE ${where}`, max);
  }

  private async rows(actor: Actor, found: Found, limit: Statement): Promise<AuditRow[]> {
    const entries = await this.entries(actor, found, limit);
    return entries.map(({ institutionId: _, ...row }) => row);
  }

  private async entries(actor: Actor, found: Found, limit: Statement): Promise<AuditEntry[]> {
    const events = await this.database.rows<EventRecord>(sql`
      SELECT e.id, e.name, e.actor_id AS actorId, u.name AS actor, e.subject_type AS subjectType,
        e.subject_id AS subjectId, e.case_id AS taskId, c.loan_no AS loanId, e.payload, e.recorded_at AS at,
        l.at AS signedInAt, l.address
      FROM (${idsOf(found, limit)}) f
      JOIN domain_event e ON e.id = f.id LEFT JOIN user u ON u.id = e.actor_id
        LEFT JOIN collection_case c ON c.id = e.case_id
        LEFT JOIN login_audit l ON l.id = (SELECT s.id FROM login_audit s JOIN user u ON u.id = s.user_id
          WHERE s.user_id = e.actor_id AND s.at <= e.recorded_at AND s.result = 'SUCCESS' AND ${peopleOf(actor)}
          ORDER BY s.at DESC, s.id DESC LIMIT 1)
      ORDER BY e.recorded_at DESC, e.id DESC`);
    const read = events.map(({ payload, ...event }) => ({
      ...event,
      payload: JSON.parse(payload) as Payload,
    }));
    const [subjects, named] = await Promise.all([
      this.names.ofSubjects(events),
      this.names.ofChanges(
        actor,
        read.map(({ payload }) => payload.changes ?? null),
      ),
    ]);
    return read.map(({ payload, at, signedInAt, address, ...event }) => {
      const { changes = null, institutionId = null } = payload;
      return {
        ...event,
        at: at.toISOString(),
        signIn: signedInAt && { at: signedInAt.toISOString(), address: address! },
        subject: subjects.get(`${event.subjectType} ${event.subjectId}`) ?? null,
        changes,
        names: namesIn(changes, named),
        facts: factsOf(payload),
        institutionId,
        mayPutBack: wayBack({ ...event, changes, institutionId }, actor) !== null,
      };
    });
  }
}
