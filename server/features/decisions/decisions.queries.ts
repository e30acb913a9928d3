import { Injectable } from '@nestjs/common';
import type { DecisionKind, DecisionNotice } from '../../../contract/administration/decisions.js';
import type { Permission } from '../../../contract/permissions.js';
import { idsOfPath } from '../../platform/auth/grants.rules.js';
import { Rights } from '../../platform/auth/rights.js';
import { Database } from '../../platform/db/database.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import { SUBJECT_NAME } from '../../domain/stops/stop.sql.js';

/** A decision in an event. */
export interface Decision extends Pick<DecisionNotice, 'id' | 'kind' | 'outcome' | 'subtype' | 'subjectId'> {
  decidedBy: number;
  /** Where the row no longer tells who asked. */
  requestedBy: number | null;
}

export interface AddressedNotice {
  notice: DecisionNotice;
  administratorIds: number[];
}

type Context = Pick<DecisionNotice, 'about' | 'institutionId' | 'taskId' | 'loanId'>;
type Found = Context & Pick<DecisionNotice, 'decidedBy' | 'institutionName'> & { path: string };

/** The permission that an administrator needs to be notified. */
const PERMISSIONS: Record<DecisionKind, Permission> = {
  APPROVAL: 'approval:decide',
  STOP: 'guard:stop',
  GUARANTOR: 'case:read',
  REQUEST: 'request:read',
  COMPLAINT: 'complaint:read',
  QUALITY: 'quality:read',
  WRITE_OFF: 'refund:read',
};

/** Institution, subject and case of a decision. Each statement answers at most one row. */
const CONTEXTS: Record<DecisionKind, (decision: Decision) => Statement> = {
  APPROVAL: ({ subjectId }) => sql`
    SELECT a.institution_id AS institutionId, u.name AS about, NULL AS taskId, NULL AS loanId
    FROM approval a LEFT JOIN user u ON u.id = a.requested_by WHERE a.id = ${subjectId}`,
  STOP: ({ subjectId }) => sql`
    SELECT s.institution_id AS institutionId, ${SUBJECT_NAME} AS about, NULL AS taskId, NULL AS loanId
    FROM contact_stop s WHERE s.id = ${subjectId}`,
  // Whoever takes the own request back decides nothing.
  GUARANTOR: ({ subjectId, decidedBy }) => sql`
    SELECT c.institution_id AS institutionId, u.name AS about, c.id AS taskId, c.loan_no AS loanId
    FROM guarantor_mark m JOIN collection_case c ON c.id = m.case_id JOIN user u ON u.id = m.requested_by
    WHERE m.contact_id = ${subjectId} AND ${decidedBy} IN (m.confirmed_by, m.ended_by) AND m.requested_by <> ${decidedBy}
    ORDER BY m.requested_at DESC, m.id DESC LIMIT 1`,
  REQUEST: ({ subjectId }) => sql`
    SELECT c.institution_id AS institutionId, u.name AS about, c.id AS taskId, c.loan_no AS loanId
    FROM leader_request r JOIN collection_case c ON c.id = r.case_id LEFT JOIN user u ON u.id = r.requested_by
    WHERE r.id = ${subjectId}`,
  COMPLAINT: ({ subjectId }) => sql`
    SELECT k.institution_id AS institutionId, u.name AS about, NULL AS taskId, NULL AS loanId
    FROM complaint k LEFT JOIN user u ON u.id = k.collector_id WHERE k.id = ${subjectId}`,
  QUALITY: ({ subjectId }) => sql`
    SELECT m.institution_id AS institutionId, u.name AS about, NULL AS taskId, NULL AS loanId
    FROM quality_sample m LEFT JOIN user u ON u.id = m.agent_id WHERE m.id = ${subjectId}`,
  WRITE_OFF: ({ subjectId, requestedBy }) => sql`
    SELECT c.institution_id AS institutionId, u.name AS about, c.id AS taskId, c.loan_no AS loanId
    FROM receivable v JOIN collection_case c ON c.id = v.case_id LEFT JOIN user u ON u.id = ${requestedBy}
    WHERE v.id = ${subjectId}`,
};

/** Reads the people to notify of a decision that took two, and the content. */
@Injectable()
export class DecisionsQueries {
  constructor(
    private readonly database: Database,
    private readonly rights: Rights,
  ) {}

  /**
   * Addressed to the administrators of the institution and of those above it whose role may read such a thing there, the
   * decider apart.
   *
   * @returns null when there is nothing to notify of: the thing is gone, or its own requester took it back
   */
  async noticeOf(decision: Decision): Promise<AddressedNotice | null> {
    const { requestedBy: _, decidedBy, ...facts } = decision;
    const found = await this.database.row<Found>(sql`
      SELECT x.*, i.name AS institutionName, i.path, d.name AS decidedBy
      FROM (${CONTEXTS[decision.kind](decision)}) x JOIN institution i ON i.id = x.institutionId
        JOIN user d ON d.id = ${decidedBy}`);
    if (!found) return null;
    const { path, ...context } = found;
    const administratorIds = await this.administratorsOf(path, PERMISSIONS[decision.kind], decidedBy);
    return { notice: { ...facts, ...context }, administratorIds };
  }

  private async administratorsOf(path: string, permission: Permission, except: number): Promise<number[]> {
    const people = await this.database.rows<{ id: number; institutionId: number }>(sql`
      SELECT u.id, u.institution_id AS institutionId FROM user u
      WHERE u.institution_id IN ${list(idsOfPath(path))} AND u.role = 'admin' AND u.enabled = 1 AND u.id <> ${except}`);
    const ids: number[] = [];
    for (const { id, institutionId } of people) {
      const { permissions } = await this.rights.holder(institutionId, 'admin');
      if (permissions.has(permission)) ids.push(id);
    }
    return ids;
  }
}
