import { Injectable } from '@nestjs/common';
import type { CaseState, Timeline, TimelineQuery } from '../../../contract/cases/timeline.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { all, list, sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { CasesQueries } from '../case-work/cases/cases.queries.js';
import { namesOfKind, TimelineEntries, type EventRecord } from './timeline-entries.queries.js';
import { refuseWhilePending } from '../../domain/calls/who-answers.sql.js';
import { projectCase } from '../../domain/timeline/timeline.rules.js';

/** A case's events for a reader, and the case as it was at any moment. */
@Injectable()
export class TimelineQueries {
  constructor(
    private readonly database: Database,
    private readonly cases: CasesQueries,
    private readonly entries: TimelineEntries,
  ) {}

  /** @throws case.notFound, call.whoAnswers */
  async timeline(actor: Actor, caseId: number, query: TimelineQuery): Promise<Timeline> {
    const asOf = query.asOf === undefined ? null : new Date(query.asOf);
    const [version, events, state] = await Promise.all([
      this.cases.version(actor, caseId),
      this.page(caseId, query, asOf),
      asOf === null ? null : this.stateAt(caseId, asOf),
    ]);
    if (version === undefined) throw new AppError('case.notFound');
    refuseWhilePending(version);
    const shown = events.slice(0, query.size);
    const result = await this.entries.of(shown);
    return { result, next: events.length > query.size ? shown.at(-1)!.id : null, state };
  }

  /** One event more than is shown, by the index (case_id, id). */
  private page(
    caseId: number,
    { kind, before, size }: TimelineQuery,
    asOf: Date | null,
  ): Promise<EventRecord[]> {
    const conditions = [sql`e.case_id = ${caseId}`];
    if (before !== undefined) conditions.push(sql`e.id < ${before}`);
    if (asOf !== null) conditions.push(sql`e.recorded_at <= ${asOf}`);
    if (kind) conditions.push(sql`e.name IN ${list(namesOfKind(kind))}`);
    return this.database.rows<EventRecord>(sql`
      SELECT e.id, e.name, e.actor_id AS actorId, e.payload, e.effective_at AS effectiveAt, e.recorded_at AS recordedAt
      FROM domain_event e WHERE ${all(conditions)} ORDER BY e.id DESC LIMIT ${String(size + 1)}`);
  }

  private async stateAt(caseId: number, asOf: Date): Promise<CaseState | null> {
    const rows = await this.database.rows<Pick<EventRecord, 'name' | 'payload'>>(sql`
      SELECT e.name, e.payload FROM domain_event e
      WHERE e.case_id = ${caseId} AND e.recorded_at <= ${asOf} ORDER BY e.id`);
    const state = projectCase(
      rows.map(({ name, payload }) => ({ name, payload: JSON.parse(payload) as object })),
    );
    if (!state) return null;
    const names = await this.entries.namesOf(state.ownerId === null ? [] : [state.ownerId]);
    return { ...state, ownerName: state.ownerId === null ? null : (names.get(state.ownerId) ?? null) };
  }
}
