import type { CaseStatus, Role } from '../../contract/codes.js';
import { addDays, businessDay, startOfBusinessDay } from '../../contract/shared/date.js';
import { maskPhone, type Vault } from '../../server/platform/crypto/vault.js';
import type { Param, Statement } from '../../server/platform/db/sql.js';

/** One INSERT of rows that name the same columns; whoever calls it chooses the connection. */
export function insert(table: string, rows: readonly Readonly<Record<string, Param>>[]): Statement {
  const columns = Object.keys(rows[0]!);
  const one = `(${columns.map(() => '?').join(', ')})`;
  return {
    text: `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows.map(() => one).join(', ')}`,
    params: rows.flatMap((row) => columns.map((column) => row[column]!)),
  };
}

export interface NewUser {
  id: number;
  username: string;
  name: string;
  role: Role;
  institutionId: number;
  groupId: number | null;
  queueId: number | null;
}

export function insertUsers(users: readonly NewUser[], passwordHash: string, now = new Date()): Statement {
  return insert(
    'user',
    users.map(({ institutionId, groupId, queueId, ...user }) => ({
      ...user,
      institution_id: institutionId,
      group_id: groupId,
      queue_id: queueId,
      password_hash: passwordHash,
      created_at: now,
      updated_at: now,
    })),
  );
}

export interface NewCase {
  id: number;
  loanItemId: number;
  borrowerId: number;
  contactId: number;
  /** The lender's number, that payments name. */
  externalId: string;
  institutionId: number;
  queueId: number;
  groupId: number | null;
  ownerId: number | null;
  name: string;
  /** E.164 */
  phone: string;
  status: CaseStatus;
  daysPastDue: number;
  /** Principal of each period in centavos; all of them are due on one day. */
  periods: readonly number[];
  /** Periods that are not due yet: principal, and in how many days. */
  later?: readonly (readonly [principal: number, inDays: number])[];
}

const LOAN_DAYS = 30;

/** Overdue cases with their borrower, one contact (the borrower's own number), loan item and plan, in the order to write. */
export function insertCases(cases: readonly NewCase[], vault: Vault, now = new Date()): Statement[] {
  const rows = cases.map((wish) => rowsOfCase(wish, vault, now));
  return [
    insert('borrower', rows.map(({ borrower }) => borrower)),
    insert('contact', rows.map(({ contact }) => contact)),
    insert('loan_item', rows.map(({ loanItem }) => loanItem)),
    insert('plan_row', rows.flatMap(({ plan }) => plan)),
    insert('collection_case', rows.map(({ collectionCase }) => collectionCase)),
  ]; // prettier-ignore
}

function rowsOfCase(wish: NewCase, vault: Vault, now: Date) {
  const {
    id,
    institutionId,
    borrowerId,
    loanItemId,
    externalId,
    ownerId,
    name,
    phone,
    periods,
    later = [],
  } = wish;
  const amount = periods.reduce((sum, principal) => sum + principal, 0);
  const due = addDays(businessDay(now), -wish.daysPastDue);
  const mask = maskPhone(phone);
  const person = { name, phone_enc: vault.seal(phone), phone_hash: vault.index(phone), phone_mask: mask };
  return {
    borrower: { id: borrowerId, institution_id: institutionId, external_id: `B-${id}`, ...person },
    contact: { id: wish.contactId, borrower_id: borrowerId, ...person, relation: 'R01' },
    loanItem: {
      id: loanItemId,
      institution_id: institutionId,
      borrower_id: borrowerId,
      external_id: externalId,
      loan_external_id: `L-${id}`,
      app_name: 'Credi',
      product_category: 'Personal',
      platform: 'android',
      reloan: 0,
      loan_status: 40,
      disbursed_at: startOfBusinessDay(addDays(due, -LOAN_DAYS)),
      contract_amount: amount,
      queue_id: wish.queueId,
    },
    plan: [
      ...periods.map((principal) => ({ principal, due_date: due, claimed: 1 })),
      ...later.map(([principal, inDays]) => ({
        principal,
        due_date: addDays(businessDay(now), inDays),
        claimed: 0,
      })),
    ].map((row, index) => {
      return { loan_item_id: loanItemId, period: index + 1, ...row, interest: 0, penalty: 0, iva: 0 };
    }),
    collectionCase: {
      id,
      institution_id: institutionId,
      queue_id: wish.queueId,
      group_id: wish.groupId,
      owner_id: ownerId,
      borrower_id: borrowerId,
      loan_item_id: loanItemId,
      loan_no: externalId,
      borrower_name: name,
      borrower_phone_mask: mask,
      status: wish.status,
      due_date: due,
      amount_due: amount,
      opened_at: now,
      assigned_at: now,
    },
  };
}
