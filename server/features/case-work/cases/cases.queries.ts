import { Injectable } from '@nestjs/common';
import type {
  BorrowerInfo,
  CaseInfo,
  CaseRow,
  ContactList,
  LoanItemInfo,
  PromiseRow,
} from '../../../../contract/cases/cases.js';
import { LOAN_STATUSES, type LoanStatus } from '../../../../contract/codes.js';
import type { Moment } from '../../../../contract/cases/priority-score.js';
import type { CaseChange } from '../../../../contract/realtime.js';
import { businessDay } from '../../../../contract/shared/date.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Vault } from '../../../platform/crypto/vault.js';
import { Database } from '../../../platform/db/database.js';
import { list, sql } from '../../../platform/db/sql.js';
import { AppError } from '../../../platform/http/app-error.js';
import { unpaidOf } from '../../../domain/loans/due.rules.js';
import { WeightsQueries } from '../../settings/priorities/weights.queries.js';
import { pendingCall, refuseIfBlocked, refuseWhilePending } from '../../../domain/calls/who-answers.sql.js';
import { contactRowOf, type ContactRecord } from '../../../domain/borrowers/contact-row.rules.js';
import { BLOCKED } from '../../../domain/stops/numbers.sql.js';
import { CASE_COLUMNS, CASE_PEOPLE } from '../../../domain/cases/list/case-list.sql.js';
import { iso, toCaseRow, type CaseRecord } from '../../../domain/cases/case-row.rules.js';
import { actionsOf, outstandingParts, type PlanPart } from '../../../domain/cases/case.rules.js';
import { Settings } from '../../../platform/settings/settings.js';
import { ITEMS, toPlanRow, type PlanRecord } from './plan.queries.js';

const columns = { text: CASE_COLUMNS, params: [] };
const people = { text: CASE_PEOPLE, params: [] };
/** An open long-aging case is overdue even if its leading loan item no longer is. */
const loanStatus = sql`IF(c.kind = 'LONG_AGING' AND c.is_open = 1, ${LOAN_STATUSES.OVERDUE}, l.loan_status)`;

type ClaimedPart = PlanPart & { claimed: number; acceleratedOn: string | null };
type ShownColumn =
  | 'kind'
  | 'loanItemId'
  | 'loanStatus'
  | 'reloan'
  | 'productCategory'
  | 'appName'
  | 'loanOrder'
  | 'contractAmount'
  | 'bankName'
  | 'deductionCard'
  | 'willingness'
  | 'queueName'
  | 'institutionName';
type Masked =
  'id' | 'name' | 'phone' | 'identityNumber' | 'homePhone' | 'residenceAddress' | 'companyAddress';
interface InfoRecord extends CaseRecord, Pick<CaseInfo, ShownColumn>, Omit<BorrowerInfo, Masked> {
  receivable: number;
  pendingCallId: number | null;
  disbursedAt: Date;
  openedAt: Date;
  lastOpenedAt: Date | null;
  lastPageVisitAt: Date | null;
  lastAppVisitAt: Date | null;
  identityMask: string | null;
  homePhoneMask: string | null;
  residenceMask: string | null;
  companyMask: string | null;
}
interface CaseVersion {
  version: number;
  borrowerId: number;
  pendingCallId: number | null;
}
interface LoanRecord {
  loanStatus: LoanStatus;
  reloan: number;
  pendingCallId: number | null;
}
interface PromiseRecord extends Omit<PromiseRow, 'createdAt'> {
  createdAt: Date;
}
interface SealedBorrower {
  phone: Buffer;
  homePhone: Buffer | null;
  identity: Buffer | null;
  residence: Buffer | null;
  company: Buffer | null;
}
const OWED_BACK = sql`CAST(COALESCE(SUM(v.amount - v.paid - v.written_off), 0) AS SIGNED)`;

/** One case and what belongs to it. A case outside the viewer's scope answers as if it did not exist. */
@Injectable()
export class CasesQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly vault: Vault,
    private readonly settings: Settings,
    private readonly weights: WeightsQueries,
  ) {}

  /** @throws case.notFound, call.whoAnswers */
  async info(actor: Actor, caseId: number): Promise<CaseInfo> {
    const moment = this.moment();
    const scope = casesOf(actor);
    const [records, plan, promises, plain, weights] = await Promise.all([
      this.database.rows<InfoRecord>(sql`
        SELECT ${columns}, c.kind, c.loan_item_id AS loanItemId,
          ${loanStatus} AS loanStatus, l.reloan,
          l.product_category AS productCategory, l.app_name AS appName, l.loan_external_id AS loanOrder,
          l.disbursed_at AS disbursedAt, l.contract_amount AS contractAmount, c.opened_at AS openedAt,
          l.bank_name AS bankName, l.card_mask AS deductionCard, c.last_opened_at AS lastOpenedAt,
          l.last_page_visit_at AS lastPageVisitAt, b.last_app_visit_at AS lastAppVisitAt, c.willingness,
          q.name AS queueName, i.name AS institutionName, b.identity_mask AS identityMask,
          b.home_phone_mask AS homePhoneMask, b.birth_date AS birthDate, b.municipality, b.state,
          b.marital_status AS maritalStatus, b.education, b.company_name AS companyName, b.occupation,
          b.working_years AS workingYears, b.residence_address_mask AS residenceMask,
          b.company_address_mask AS companyMask,
          (SELECT ${OWED_BACK} FROM receivable v WHERE v.loan_item_id = c.loan_item_id AND v.status = 'OPEN')
            + IF(c.kind = 'LONG_AGING', (SELECT ${OWED_BACK} FROM loan_item o JOIN receivable v ON v.loan_item_id = o.id
              WHERE o.lead_item_id = c.loan_item_id AND v.status = 'OPEN'), 0) AS receivable,
          ${pendingCall(actor)} AS pendingCallId
        FROM collection_case c JOIN loan_item l ON l.id = c.loan_item_id JOIN borrower b ON b.id = c.borrower_id
        JOIN queue q ON q.id = c.queue_id JOIN institution i ON i.id = c.institution_id ${people}
        WHERE c.id = ${caseId} AND ${scope}`),
      this.database.rows<ClaimedPart>(sql`
        SELECT p.principal, p.interest, p.penalty, p.iva, p.paid, p.claimed, i.accelerated_on AS acceleratedOn
        FROM collection_case c ${ITEMS} JOIN plan_row p ON p.loan_item_id = i.id
        WHERE c.id = ${caseId} AND ${scope}`),
      this.database.rows<PromiseRecord>(sql`
        SELECT p.id, p.amount, p.due_date AS dueDate, p.status, p.paid, p.created_at AS createdAt,
          u.name AS collectorName
        FROM collection_case c JOIN promise p ON p.case_id = c.id LEFT JOIN user u ON u.id = p.collector_id
        WHERE c.id = ${caseId} AND ${scope} ORDER BY p.created_at DESC, p.id DESC LIMIT 50`),
      this.settings.showsPlain(actor),
      this.weights.ofInstitution(actor.institutionId),
    ]);
    const record = records[0];
    if (!record) throw new AppError('case.notFound');
    refuseWhilePending(record);
    const row = toCaseRow(record, weights, moment);
    const info = toInfo(row, record, plan, promises, actor);
    if (plain) Object.assign(info, await this.plainNumbers(info));
    return info;
  }

  /** @throws case.notFound */
  async loanItemInfo(actor: Actor, loanItemId: number, caseId: number): Promise<LoanItemInfo> {
    const rows = await this.database.rows<PlanRecord & LoanRecord>(sql`
      SELECT l.loan_status AS loanStatus, l.reloan, p.period, p.due_date AS dueDate, p.principal, p.interest,
        p.penalty, p.iva, p.paid, p.paid_at AS paidAt, p.claimed, ${pendingCall(actor)} AS pendingCallId
      FROM collection_case c ${ITEMS} JOIN loan_item l ON l.id = i.id JOIN plan_row p ON p.loan_item_id = l.id
      WHERE c.id = ${caseId} AND l.id = ${loanItemId} AND ${casesOf(actor)} ORDER BY p.period LIMIT 400`);
    const first = rows[0];
    if (!first) throw new AppError('case.notFound');
    refuseWhilePending(first);
    return { loanItemId, loanStatus: first.loanStatus, reloan: first.reloan, plan: rows.map(toPlanRow) };
  }

  /** The borrower and the people named by him; what came from his device is on screens of its own. @throws case.notFound */
  async contacts(actor: Actor, caseId: number): Promise<ContactList> {
    const [rows, plain] = await Promise.all([
      this.database.rows<ContactRecord>(sql`
        SELECT ${pendingCall(actor)} AS pendingCallId, k.id AS contactId, k.id, k.name, k.phone_mask AS phone, k.phone_enc AS sealed, k.relation, k.emergency,
          k.last_call_result AS lastCallResult, ${BLOCKED} AS blocked, k.source, k.given_on AS givenOn, k.standing,
          k.standing_at AS standingAt
        FROM collection_case c
        LEFT JOIN contact k ON k.borrower_id = c.borrower_id AND k.relation NOT IN ('R11', 'R12')
        WHERE c.id = ${caseId} AND ${casesOf(actor)} ORDER BY k.relation,
          FIELD(k.standing, 'CONFIRMED', 'GIVEN', 'DOUBTED'), k.id LIMIT 200`),
      this.settings.showsPlain(actor),
    ]);
    if (rows.length === 0) throw new AppError('case.notFound');
    for (const row of rows) refuseIfBlocked(row);
    const contacts = rows
      .filter(({ contactId }) => contactId !== null)
      .map((row) => contactRowOf(row, plain && row.sealed ? this.vault.open(row.sealed) : row.phone));
    return { contacts, hideKey: !plain };
  }

  /** The rows as they are now, for the relay: without names and numbers, and with the group that may see them. */
  async changes(
    caseIds: readonly number[],
  ): Promise<(Omit<CaseChange, 'cause'> & { groupId: number | null })[]> {
    const moment = this.moment();
    const records = await this.database.rows<
      CaseRecord & { groupId: number | null; institutionId: number }
    >(sql`
      SELECT ${columns}, c.group_id AS groupId, c.institution_id AS institutionId
      FROM collection_case c ${people} WHERE c.id IN ${list(caseIds)}`);
    return Promise.all(
      records.map(async (record) => ({
        caseId: record.id,
        groupId: record.groupId,
        row: withoutPerson(toCaseRow(record, await this.weights.ofInstitution(record.institutionId), moment)),
      })),
    );
  }

  private moment(): Moment {
    const now = this.clock.now();
    return { now, today: businessDay(now) };
  }

  /** Undefined when the case does not exist for this person. */
  version(actor: Actor, caseId: number): Promise<CaseVersion | undefined> {
    return this.database.row(sql`
      SELECT c.version, c.borrower_id AS borrowerId, ${pendingCall(actor)} AS pendingCallId FROM collection_case c
      WHERE c.id = ${caseId} AND ${casesOf(actor)}`);
  }

  private async plainNumbers(info: CaseInfo): Promise<Pick<CaseInfo, 'borrowerPhone' | 'borrower'>> {
    const sealed = await this.database.row<SealedBorrower>(sql`
      SELECT phone_enc AS phone, home_phone_enc AS homePhone, identity_enc AS identity,
        residence_address_enc AS residence, company_address_enc AS company
      FROM borrower WHERE id = ${info.borrowerId}`);
    const open = (bytes: Buffer | null) => (bytes === null ? null : this.vault.open(bytes));
    const phone = this.vault.open(sealed!.phone);
    const { homePhone, identity, residence, company } = sealed!;
    const borrower = {
      ...info.borrower,
      phone,
      homePhone: open(homePhone),
      identityNumber: open(identity),
      residenceAddress: open(residence),
      companyAddress: open(company),
    };
    return { borrowerPhone: phone, borrower };
  }
}

function withoutPerson({ borrowerName: _name, borrowerPhone: _phone, ...row }: CaseRow): CaseChange['row'] {
  return row;
}

function toInfo(
  row: CaseRow,
  record: InfoRecord,
  plan: readonly ClaimedPart[],
  promises: readonly PromiseRecord[],
  actor: Actor,
): CaseInfo {
  const { principal, interest, penalty, iva } = outstandingParts(plan.filter(({ claimed }) => claimed === 1));
  const later = plan.filter(({ claimed }) => claimed === 0);
  // Not a literal with a spread: V8 builds one of so many members ten times slower.
  return Object.assign(row, {
    kind: record.kind,
    loanItemId: record.loanItemId,
    loanStatus: record.loanStatus,
    reloan: record.reloan,
    productCategory: record.productCategory,
    appName: record.appName,
    loanOrder: record.loanOrder,
    loanTime: iso(record.disbursedAt),
    contractAmount: record.contractAmount,
    collectionTime: iso(record.openedAt),
    principal,
    interest,
    penaltyInterest: penalty,
    iva,
    notYetDueAmount: later.reduce((sum, part) => sum + unpaidOf(part), 0),
    receivableAmount: record.receivable,
    acceleratedOn: plan.find((part) => part.acceleratedOn !== null)?.acceleratedOn ?? null,
    bankName: record.bankName,
    deductionCard: record.deductionCard,
    lastOpenedAt: iso(record.lastOpenedAt),
    lastRepaymentPageVisit: iso(record.lastPageVisitAt),
    lastAppVisit: iso(record.lastAppVisitAt),
    willingness: record.willingness,
    queueName: record.queueName,
    institutionName: record.institutionName,
    borrower: toBorrower(record),
    promises: promises.map((promise) => ({ ...promise, createdAt: iso(promise.createdAt) })),
    actions: actionsOf(record, actor.permissions),
  });
}

function toBorrower(record: InfoRecord): BorrowerInfo {
  return {
    id: record.borrowerId,
    name: record.borrowerName,
    identityNumber: record.identityMask,
    phone: record.borrowerPhone,
    homePhone: record.homePhoneMask,
    birthDate: record.birthDate,
    municipality: record.municipality,
    state: record.state,
    maritalStatus: record.maritalStatus,
    education: record.education,
    companyName: record.companyName,
    occupation: record.occupation,
    workingYears: record.workingYears,
    residenceAddress: record.residenceMask,
    companyAddress: record.companyMask,
  };
}
