import type { CaseStatus } from '../../../contract/codes.js';
import type {
  CodeChannel,
  CodeEndReason,
  CodePurpose,
  CodeStatus,
} from '../../../contract/money/repayment-codes.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { ENDED_CASES_PART } from './ended-cases.sql.js';
import { mayBecome } from './repayment-code.rules.js';

export interface CodeState {
  id: number;
  caseId: number;
  loanItemId: number;
  extensionId: number | null;
  purpose: CodePurpose;
  channel: CodeChannel;
  amount: number;
  custom: number;
  paid: number;
  status: CodeStatus;
  requestedAt: Date;
  expiresAt: Date;
}

const COLUMNS: Statement = {
  text: `r.id, r.case_id AS caseId, r.loan_item_id AS loanItemId, r.extension_id AS extensionId, r.purpose, r.channel,
    r.amount, r.custom, r.paid, r.status, r.requested_at AS requestedAt, r.expires_at AS expiresAt`,
  params: [],
};

/** Newest first. Read it with the case locked: every command that changes a code holds its case. */
export function codesOf(caseId: number, purpose: CodePurpose, channel: CodeChannel): Statement {
  return sql`
    SELECT ${COLUMNS} FROM repayment_code r
    WHERE r.case_id = ${caseId} AND r.purpose = ${purpose} AND r.channel = ${channel}
    ORDER BY r.requested_at DESC, r.id DESC LIMIT 50`;
}

/** A code that begins a cool-down. */
export interface RecentCode {
  purpose: CodePurpose;
  channel: CodeChannel;
  requestedAt: Date;
}

/** The case's newest codes of every purpose and channel, without those that failed. */
export function recentCodesOf(caseId: number): Statement {
  return sql`
    SELECT r.purpose, r.channel, r.requested_at AS requestedAt FROM repayment_code r
    WHERE r.case_id = ${caseId} AND r.status <> 'FAILED' ORDER BY r.requested_at DESC, r.id DESC LIMIT 10`;
}

/** A code `r` by which the borrower can still pay at a till after `end`. */
export function paysAtTillAfter(end: Statement): Statement {
  return sql`r.purpose = 'DUE' AND r.channel = 'OXXO' AND r.status = 'ACTIVE' AND r.expires_at > ${end}`;
}

export function lockCase(caseId: number): Statement {
  return sql`SELECT id, status, amount_due AS amountDue FROM collection_case WHERE id = ${caseId} FOR UPDATE`;
}

export function liveCodesOf(caseId: number): Statement {
  return sql`
    SELECT ${COLUMNS} FROM repayment_code r
    WHERE r.case_id = ${caseId} AND r.status IN ('REQUESTED', 'ACTIVE') ORDER BY r.id`;
}

/** For `EndedCases`. */
export function casesWithLiveCodes(after: number): Statement {
  return sql`
    SELECT c.id AS caseId, c.is_open AS isOpen
    FROM (SELECT DISTINCT r.live_case_id FROM repayment_code r
      WHERE r.live_case_id > ${after} ORDER BY r.live_case_id LIMIT ${ENDED_CASES_PART}) part
    STRAIGHT_JOIN collection_case c ON c.id = part.live_case_id ORDER BY c.id`;
}

/** Locks the case that a code belongs to, before the code itself. */
export function lockCaseOf(codeId: number): Statement {
  return sql`
    SELECT id, status, amount_due AS amountDue FROM collection_case
    WHERE id = (SELECT case_id FROM repayment_code WHERE id = ${codeId}) FOR UPDATE`;
}

export function lockCode(codeId: number): Statement {
  return sql`SELECT ${COLUMNS} FROM repayment_code r WHERE r.id = ${codeId} FOR UPDATE`;
}

export function lockCodeByReference(referenceHashes: readonly Buffer[]): Statement {
  return sql`SELECT ${COLUMNS} FROM repayment_code r WHERE r.reference_hash IN ${list(referenceHashes)} FOR UPDATE`;
}

export interface CaseLock {
  id: number;
  status: CaseStatus;
  amountDue: number;
}

interface NewCode extends Omit<CodeState, 'custom' | 'paid' | 'status' | 'requestedAt'> {
  custom: boolean;
  maximumAmount: number;
}

export function insertCode(tx: Tx, code: NewCode): void {
  const { id, caseId, channel, purpose, amount } = code;
  tx.write(sql`
    INSERT INTO repayment_code (id, case_id, loan_item_id, extension_id, purpose, channel, amount, custom,
      maximum_amount, status, requested_by, requested_at, expires_at, updated_at)
    VALUES (${id}, ${caseId}, ${code.loanItemId}, ${code.extensionId}, ${purpose}, ${channel}, ${amount},
      ${code.custom}, ${code.maximumAmount}, 'REQUESTED', ${tx.actor.userId}, ${tx.now}, ${code.expiresAt}, ${tx.now})`);
  tx.emit('repaymentCode.requested', {
    caseId,
    codeId: id,
    channel,
    purpose,
    amount,
    requestedBy: tx.actor.userId,
  });
}

/** Ends a code. Check the step with CODE_TRANSITIONS first. */
export function endCode(
  tx: Tx,
  code: CodeState,
  status: Exclude<CodeStatus, 'REQUESTED' | 'ACTIVE'>,
  reason: CodeEndReason | null = null,
): void {
  const { id, caseId, channel, purpose, amount } = code;
  tx.write(sql`
    UPDATE repayment_code SET status = ${status}, reason = ${reason}, ended_at = ${tx.now}, updated_at = ${tx.now}
    WHERE id = ${id}`);
  tx.emit('repaymentCode.ended', { caseId, codeId: id, channel, purpose, amount, status, reason });
}

/** Adds a payment to the code, which becomes PAID once its whole amount has arrived. Write it with the payment. */
export function payCode(tx: Tx, code: CodeState, amount: number): void {
  tx.write(sql`
    UPDATE repayment_code SET paid = paid + ${amount}, updated_at = ${tx.now} WHERE id = ${code.id}`);
  if (code.paid + amount >= code.amount && mayBecome(code.status, 'PAID')) endCode(tx, code, 'PAID');
}
