import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityTarget, type FindOptionsWhere, type ObjectLiteral } from 'typeorm';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { BehaviourRecord } from '../../platform/behaviour/behaviour-record.entity.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { Borrower } from '../../domain/borrowers/borrower.entity.js';
import { Contact } from '../../domain/borrowers/contact.entity.js';
import { PhoneCall } from '../../domain/calls/phone-call.entity.js';
import { Complaint } from '../../domain/complaints/complaint.entity.js';
import { ContactPolicy } from '../../domain/contact-compliance/policy/contact-policy.entity.js';
import { decisionsOf, eventsOfCases, outcomesOf } from '../../domain/evidence/evidence.sql.js';
import { Institution } from '../../domain/institutions/institution.entity.js';
import { IncomingMessage } from '../../domain/messages/incoming/incoming-message.entity.js';
import { Message } from '../../domain/messages/message.entity.js';
import { Payment } from '../../domain/payments/payment.entity.js';
import type { Found, FoundCase, Names, StoredDecision } from '../../domain/evidence/record.rules.js';
import type { StoredRow } from '../../domain/seals/seal.rules.js';
import { User } from '../../domain/users/user.entity.js';

/** All that is kept about a borrower's cases, as far as the viewer sees them. */
@Injectable()
export class EvidenceQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
  ) {}

  /** @throws case.notFound */
  async of(actor: Actor, caseId: number): Promise<Found> {
    const cases = await this.database.rows<FoundCase>(sql`
      SELECT c.id, c.loan_no AS loanNo, c.borrower_id AS borrowerId, c.institution_id AS institutionId
      FROM collection_case o JOIN collection_case c ON c.borrower_id = o.borrower_id
      WHERE o.id = ${caseId} AND ${casesOf(actor)} ORDER BY c.id`);
    const known = cases.find(({ id }) => id === caseId);
    if (!known) throw new AppError('case.notFound');
    const ids = cases.map(({ id }) => id);
    const onCases = { caseId: In(ids) };
    const institutionId = In([...new Set(cases.map((each) => each.institutionId))]);
    const [
      decisions,
      outcomes,
      events,
      calls,
      messages,
      answers,
      payments,
      complaints,
      views,
      policies,
      borrower,
    ] = await Promise.all([
      this.database.rows<StoredDecision>(decisionsOf(known.borrowerId, ids)),
      this.database.rows<StoredRow>(outcomesOf(known.borrowerId, ids)),
      this.database.rows<StoredRow>(eventsOfCases(ids)),
      this.all(PhoneCall, onCases),
      this.all(Message, onCases),
      this.all(IncomingMessage, onCases),
      this.all(Payment, onCases),
      this.all(Complaint, onCases),
      this.all(BehaviourRecord, onCases),
      this.dataSource.getRepository(ContactPolicy).find({
        where: { institutionId },
        relations: { approval: true },
        order: { institutionId: 'ASC', version: 'ASC' },
      }),
      this.dataSource.getRepository(Borrower).findOneByOrFail({ id: known.borrowerId }),
    ]);
    return {
      borrower,
      cases,
      decisions,
      outcomes,
      events,
      calls,
      messages,
      answers,
      payments,
      complaints,
      views,
      policies,
    };
  }

  /** Names of people, contacts and institutions, for ids. */
  async names(
    { borrower, cases }: Pick<Found, 'borrower' | 'cases'>,
    userIds: readonly (number | null)[],
  ): Promise<Names> {
    const known = [...new Set(userIds.filter((id) => id !== null))];
    const [people, contacts, institutions] = await Promise.all([
      this.dataSource
        .getRepository(User)
        .find({ select: { id: true, name: true }, where: { id: In(known) } }),
      this.dataSource.getRepository(Contact).find({
        select: { id: true, name: true, relation: true },
        where: { borrowerId: borrower.id },
      }),
      this.dataSource.getRepository(Institution).find({
        select: { id: true, name: true },
        where: { id: In(cases.map(({ institutionId }) => institutionId)) },
      }),
    ]);
    return {
      people: new Map(people.map(({ id, name }) => [id, name])),
      contacts: new Map(contacts.map((contact) => [contact.id, contact])),
      institutions: new Map(institutions.map(({ id, name }) => [id, name])),
    };
  }

  private all<Row extends ObjectLiteral>(entity: EntityTarget<Row>, where: object): Promise<Row[]> {
    return this.dataSource
      .getRepository(entity)
      .find({ where: where as FindOptionsWhere<Row>, order: { id: 'ASC' } as object });
  }
}
