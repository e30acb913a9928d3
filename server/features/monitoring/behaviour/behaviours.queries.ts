import { Injectable } from '@nestjs/common';
import {
  MAX_GROUPED,
  type BehaviourFilter,
  type BehaviourGroup,
  type BehaviourGroupQuery,
  type BehaviourInfo,
  type BehaviourListQuery,
  type BehaviourRow,
  type RecordCursor,
} from '../../../../contract/supervision/behaviour.js';
import { COUNT_CAP, type Page } from '../../../../contract/shared/page.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf, peopleOf } from '../../../platform/auth/scope.js';
import { Database } from '../../../platform/db/database.js';
import { countFound, newestIds, timesOf, type Found } from '../../../platform/db/lists/newest-first.js';
import { never, list, sql, type Statement } from '../../../platform/db/sql.js';
import { AppError, fieldError } from '../../../platform/http/app-error.js';
import { behavioursOf, rangesOf, type Narrowed } from '../../../domain/behaviour/behaviour-list.sql.js';

type RowRecord = Omit<BehaviourRow, 'at' | 'isNew'> & { at: Date; isNew: number | null };

/** Records before and after one of the same person. */
const AROUND = 8;

/** `b` is the record, `c` its case as far as the viewer sees it; without the case nobody's number is shown. */
const ROW = sql`
  b.id, b.at, b.type, b.source, b.user_id AS userId, u.username, u.name, b.group_id AS groupId, g.name AS groupName,
  c.id AS taskId, c.loan_no AS loanId, COALESCE(k.relation, IF(w.id IS NULL, NULL, 'R01')) AS contactRelation,
  COALESCE(k.phone_mask, w.phone_mask) AS contactNumber, b.purpose, b.detail, b.address, b.city, b.network, b.is_new AS isNew`;
const PEOPLE = sql`JOIN user u ON u.id = b.user_id LEFT JOIN admin_group g ON g.id = b.group_id`;
/** A number that was shown without a contact is the borrower's own. */
const CONTACT = sql`
  LEFT JOIN contact k ON k.id = b.contact_id AND k.borrower_id = c.borrower_id
  LEFT JOIN borrower w ON w.id = c.borrower_id AND b.contact_id IS NULL AND b.type = 'REVEAL_PHONE' AND b.source = 'SERVER'`;
const GROUP_KEYS = { person: sql`b.user_id`, case: sql`b.case_id`, address: sql`b.address` };

/** A record as the relay pushes it: to a team its case only while it is the team's. */
interface PushedBehaviour {
  row: BehaviourRow;
  institutionId: number;
  isTeamCase: boolean;
}

/** Acts of people, for their supervisors. */
@Injectable()
export class BehavioursQueries {
  constructor(private readonly database: Database) {}

  async list(
    actor: Actor,
    { page, size, after, ...filter }: BehaviourListQuery,
  ): Promise<Page<BehaviourRow>> {
    if ((page - 1) * size >= COUNT_CAP) throw fieldError('request.invalid', 'page');
    const found = await this.found(actor, filter);
    if (!found) return { result: [], totalCount: 0 };
    const { ranges, ...days } = found;
    const [rows, totalCount] = await Promise.all([
      this.rows(actor, newestIds(ranges, { ...days, after, page, size })),
      countFound(this.database, found),
    ]);
    return { result: rows, totalCount };
  }

  /** One row for each person, case or address among the newest FOLDED records, the latest first. */
  async groupBy(
    actor: Actor,
    { page, size, by, ...filter }: BehaviourGroupQuery,
  ): Promise<Page<BehaviourGroup>> {
    const found = await this.found(actor, filter);
    if (!found) return { result: [], totalCount: 0 };
    const { ranges, ...days } = found;
    const key = GROUP_KEYS[by];
    const groups = await this.database.rows<
      Omit<BehaviourGroup, 'key' | 'firstAt' | 'lastAt'> & {
        key: string;
        firstAt: Date;
        lastAt: Date;
        total: number;
      }
    >(sql`
      SELECT f.key, ${by === 'person' ? sql`u.name` : by === 'case' ? sql`c.loan_no` : sql`f.key`} AS label,
        u.username, c.id AS taskId, f.records, f.people, f.cases, f.addresses, f.reveals, f.exports, f.firstAt, f.lastAt, f.total
      FROM (
        SELECT CAST(${key} AS CHAR) AS \`key\`, MAX(b.user_id) AS userId, MAX(b.case_id) AS caseId, COUNT(*) AS records,
          COUNT(DISTINCT b.user_id) AS people, COUNT(DISTINCT b.case_id) AS cases,
          COUNT(DISTINCT b.address) AS addresses, CAST(SUM(b.type = 'REVEAL_PHONE') AS SIGNED) AS reveals,
          CAST(SUM(b.type = 'EXPORT') AS SIGNED) AS exports, MIN(b.at) AS firstAt, MAX(b.at) AS lastAt,
          COUNT(*) OVER () AS total
        FROM (${newestIds(ranges, { ...days, page: 1, size: MAX_GROUPED })}) page JOIN behaviour_record b ON b.id = page.id
        GROUP BY ${key} ORDER BY lastAt DESC, MAX(b.id) DESC LIMIT ${String((page - 1) * size)}, ${String(size)}
      ) f
      LEFT JOIN user u ON u.id = f.userId
      LEFT JOIN collection_case c ON ${by === 'case' ? sql`c.id = f.caseId` : never} AND ${casesOf(actor)}
      ORDER BY f.lastAt DESC`);
    const result = groups.map(({ total: _, firstAt, lastAt, ...group }) => ({
      ...group,
      key: group.key ?? '',
      username: by === 'person' ? group.username : null,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    }));
    return { result, totalCount: groups[0]?.total ?? 0 };
  }

  /** How many records a file would have: exact, or `most` + 1 for more. */
  async extent(actor: Actor, filter: BehaviourFilter, at: Date, max: number): Promise<number> {
    return countFound(this.database, await this.found(actor, filter, at), max);
  }

  /** A part of a file: those before `at`, after a row. */
  async part(
    actor: Actor,
    filter: BehaviourFilter,
    at: Date,
    size: number,
    after?: RecordCursor,
  ): Promise<BehaviourRow[]> {
    const found = await this.found(actor, filter, at);
    if (!found) return [];
    const { ranges, ...days } = found;
    return this.rows(actor, newestIds(ranges, { ...days, after, page: 1, size }));
  }

  /** @throws behaviour.notFound */
  async info(actor: Actor, id: number): Promise<BehaviourInfo> {
    const [found] = await this.database.rows<
      RowRecord & { claimedAddress: string | null; institution: string }
    >(sql`
      SELECT ${ROW}, b.claimed_address AS claimedAddress, i.name AS institution
      FROM behaviour_record b ${PEOPLE} JOIN institution i ON i.id = b.institution_id
      LEFT JOIN collection_case c ON c.id = b.case_id AND ${casesOf(actor)} ${CONTACT}
      WHERE b.id = ${id} AND ${behavioursOf(actor)}`);
    if (!found) throw new AppError('behaviour.notFound');
    const { at, userId } = found;
    const beside = (newer: boolean) => {
      const side = newer ? sql`>` : sql`<`;
      const order = newer ? sql`ASC` : sql`DESC`;
      return sql`(SELECT b.id FROM behaviour_record b FORCE INDEX (behaviour_user)
        WHERE b.user_id = ${userId} AND ${behavioursOf(actor)} AND (b.at ${side} ${at} OR (b.at = ${at} AND b.id ${side} ${id}))
        ORDER BY b.at ${order}, b.id ${order} LIMIT ${String(AROUND)})`;
    };
    const around = await this.rows(
      actor,
      sql`${beside(true)} UNION ALL ${beside(false)} UNION ALL SELECT ${id} AS id`,
    );
    const { claimedAddress, institution } = found;
    return { ...toRow(found), claimedAddress, institution, around };
  }

  /** For the relay: as they are now. */
  async pushed(ids: readonly number[]): Promise<PushedBehaviour[]> {
    const rows = await this.database.rows<
      RowRecord & { institutionId: number; isTeamCase: number | null }
    >(sql`
      SELECT ${ROW}, b.institution_id AS institutionId, c.group_id = b.group_id AS isTeamCase
      FROM behaviour_record b ${PEOPLE}
      LEFT JOIN collection_case c ON c.id = b.case_id AND c.institution_id = b.institution_id ${CONTACT}
      WHERE b.id IN ${list(ids)}`);
    return rows.map(({ institutionId, isTeamCase, ...row }) => ({
      row: toRow(row),
      institutionId,
      isTeamCase: isTeamCase === 1,
    }));
  }

  /** @returns null: nobody and no case of that name exists for the viewer. */
  private async found(
    actor: Actor,
    { username, loanId, dateFrom, dateTo, ...filter }: BehaviourFilter,
    before?: Date,
  ): Promise<Found | null> {
    const narrowed: Narrowed = { ...filter };
    if (username) {
      const person = await this.database.row<{ id: number }>(sql`
        SELECT u.id FROM user u WHERE u.username = ${username} AND ${peopleOf(actor)}`);
      if (!person) return null;
      narrowed.userId = person.id;
    }
    if (loanId) {
      const cases = await this.database.rows<{ id: number }>(sql`
        SELECT c.id FROM collection_case c WHERE c.loan_no = ${loanId} AND ${casesOf(actor)}`);
      if (cases.length === 0) return null;
      narrowed.caseIds = cases.map(({ id }) => id);
    }
    return {
      ranges: rangesOf(actor, narrowed),
      ...timesOf({ dateFrom, dateTo }, before),
    };
  }

  private async rows(actor: Actor, ids: Statement): Promise<BehaviourRow[]> {
    const rows = await this.database.rows<RowRecord>(sql`
      SELECT ${ROW} FROM (${ids}) page JOIN behaviour_record b ON b.id = page.id ${PEOPLE}
      LEFT JOIN collection_case c ON c.id = b.case_id AND ${casesOf(actor)} ${CONTACT}
      ORDER BY b.at DESC, b.id DESC`);
    return rows.map(toRow);
  }
}

function toRow(record: RowRecord): BehaviourRow {
  const { id, type, source, userId, username, name, groupId, groupName } = record;
  const { taskId, loanId, contactRelation, contactNumber, purpose } = record;
  const { detail, address, city, network, isNew } = record;
  return {
    ...{ id, at: record.at.toISOString(), type, source, userId, username, name, groupId, groupName },
    ...{ taskId, loanId, contactRelation, contactNumber, purpose },
    ...{ detail, address, city, network, isNew: isNew === null ? null : isNew === 1 },
  };
}
