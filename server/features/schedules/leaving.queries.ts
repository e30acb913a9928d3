import { Injectable } from '@nestjs/common';
import { RESIGNING_CASES, type Resigning } from '../../../contract/team/schedules.js';
import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { list, sql } from '../../platform/db/sql.js';

type Case = Resigning['cases'][number] & { ownerId: number };

@Injectable()
export class LeavingQueries {
  constructor(private readonly database: Database) {}

  /** Those of the people whom the viewer may see: what their resignation would end. */
  async resigning(actor: Actor, userIds: readonly number[]): Promise<Resigning[]> {
    const people = await this.database.rows<Omit<Resigning, 'cases'>>(sql`
      SELECT u.id AS userId, u.name, u.username,
        (SELECT p.extension_number FROM softphone p WHERE p.owner_id = u.id) AS extension,
        COUNT(c.id) AS openCases, CAST(COALESCE(SUM(c.status = 'C20'), 0) AS SIGNED) AS promised,
        CAST(COALESCE(SUM(c.amount_due), 0) AS SIGNED) AS amountDue
      FROM user u LEFT JOIN collection_case c ON c.owner_id = u.id AND c.is_open = 1
      WHERE u.id IN ${list(userIds)} AND u.role = 'member' AND ${peopleOf(actor)}
      GROUP BY u.id, u.name, u.username ORDER BY u.name, u.id`);
    const cases = await this.database.rows<Case>(sql`
      SELECT id, loanId, borrowerName, status, ownerId FROM (
        SELECT c.id, c.loan_no AS loanId, c.borrower_name AS borrowerName, c.status, c.owner_id AS ownerId,
          ROW_NUMBER() OVER (PARTITION BY c.owner_id ORDER BY c.id) AS place
        FROM collection_case c
        WHERE c.owner_id IN ${list(people.map(({ userId }) => userId))} AND c.is_open = 1) x
      WHERE place <= ${RESIGNING_CASES} ORDER BY ownerId, place`);
    return people.map((person) => ({
      ...person,
      cases: cases.filter(({ ownerId }) => ownerId === person.userId).map(({ ownerId: _, ...each }) => each),
    }));
  }
}
