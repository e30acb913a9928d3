import { Injectable } from '@nestjs/common';
import { isOpen, type CaseStatus } from '../../../../contract/codes.js';
import {
  CODE_CHANNELS,
  type ChannelState,
  type CodeChannel,
  type CodeEndReason,
  type CodePurpose,
  type CodeStatus,
  type RepaymentCodeRow,
  type RepaymentCodes,
} from '../../../../contract/money/repayment-codes.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Vault } from '../../../platform/crypto/vault.js';
import { Database } from '../../../platform/db/database.js';
import { sql, type Statement } from '../../../platform/db/sql.js';
import { AppError } from '../../../platform/http/app-error.js';
import {
  isLive,
  maximumOf,
  refreshAtOf,
  typeOf,
} from '../../../domain/repayment-codes/repayment-code.rules.js';
import { pendingCall, refuseWhilePending } from '../../../domain/calls/who-answers.sql.js';
import { recentCodesOf, type RecentCode } from '../../../domain/repayment-codes/repayment-code.sql.js';

interface CodeRecord {
  id: number;
  appName: string;
  purpose: CodePurpose;
  channel: CodeChannel;
  amount: number;
  custom: number;
  maximumAmount: number;
  paid: number;
  status: CodeStatus;
  reason: CodeEndReason | null;
  sealed: Buffer | null;
  mask: string | null;
  barcode: Buffer | null;
  requestedBy: string | null;
  requestedAt: Date;
  expiresAt: Date;
  updatedAt: Date;
  simulated: number;
}
interface CaseState {
  status: CaseStatus;
  amountDue: number;
  pendingCallId: number | null;
}

/** The codes of a case. A case outside the viewer's scope answers as if it did not exist. */
@Injectable()
export class RepaymentCodesQueries {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** `repay/repaymentCode/{taskId}`, newest first. @throws case.notFound, call.whoAnswers */
  async codes(
    actor: Actor,
    caseId: number,
    { pageNum, pageSize }: { pageNum: number; pageSize: number },
  ): Promise<RepaymentCodes> {
    const mine = sql`c.id = ${caseId} AND ${casesOf(actor)}`;
    const [state, newest, page, count, recent] = await Promise.all([
      this.database.row<CaseState>(sql`
        SELECT c.status, c.amount_due AS amountDue, ${pendingCall(actor)} AS pendingCallId FROM collection_case c
        WHERE ${mine}`),
      this.records(sql`${mine} AND r.purpose = 'DUE'`, sql`LIMIT 50`),
      this.records(mine, sql`LIMIT ${(pageNum - 1) * pageSize}, ${pageSize}`),
      this.database.row<{ total: number }>(sql`
        SELECT COUNT(*) AS total FROM collection_case c JOIN repayment_code r ON r.case_id = c.id WHERE ${mine}`),
      this.database.rows<RecentCode>(recentCodesOf(caseId)),
    ]);
    if (!state) throw new AppError('case.notFound');
    refuseWhilePending(state);
    const mayAct = maySee(actor) && isOpen(state.status);
    return {
      result: page.map((record) => this.toRow(actor, record)),
      totalCount: count?.total ?? 0,
      current: newest.filter(isCurrent).map((record) => this.toRow(actor, record)),
      channels: CODE_CHANNELS.map((channel) => this.channelState(channel, state.amountDue, recent)),
      dueAmount: state.amountDue,
      mayAct,
    };
  }

  /** The codes of an extension's fee, newest first. */
  async feeCodes(actor: Actor, extensionId: number): Promise<RepaymentCodeRow[]> {
    const records = await this.records(
      sql`r.extension_id = ${extensionId} AND ${casesOf(actor)}`,
      sql`LIMIT 50`,
    );
    return records.filter(isCurrent).map((record) => this.toRow(actor, record));
  }

  private records(where: Statement, limit: Statement): Promise<CodeRecord[]> {
    return this.database.rows<CodeRecord>(sql`
      SELECT r.id, l.app_name AS appName, r.purpose, r.channel, r.amount, r.custom,
        r.maximum_amount AS maximumAmount, r.paid, r.status, r.reason, r.reference_enc AS sealed,
        r.reference_mask AS mask, r.barcode_enc AS barcode, u.name AS requestedBy, r.requested_at AS requestedAt,
        r.expires_at AS expiresAt, r.updated_at AS updatedAt, r.simulated
      FROM collection_case c JOIN repayment_code r ON r.case_id = c.id JOIN loan_item l ON l.id = r.loan_item_id
      LEFT JOIN user u ON u.id = r.requested_by
      WHERE ${where} ORDER BY r.requested_at DESC, r.id DESC ${limit}`);
  }

  private channelState(payChannel: CodeChannel, due: number, recent: readonly RecentCode[]): ChannelState {
    const last = recent.find(({ channel }) => channel === payChannel);
    const refreshAt = last ? refreshAtOf(last.requestedAt) : null;
    const cools = refreshAt !== null && refreshAt > this.clock.now();
    return {
      payChannel,
      maximumAmount: maximumOf(payChannel, due),
      refreshAt: cools ? refreshAt.toISOString() : null,
    };
  }

  private toRow(actor: Actor, record: CodeRecord): RepaymentCodeRow {
    const open = record.sealed !== null && isLive(record.status) && maySee(actor);
    return {
      id: record.id,
      appName: record.appName,
      updateTime: record.updatedAt.toISOString(),
      amount: record.amount,
      type: typeOf(record.purpose, record.custom),
      payChannel: record.channel,
      maximumAmount: record.maximumAmount,
      status: record.status,
      reason: record.reason,
      reference: open ? this.vault.open(record.sealed!) : record.mask,
      barcode: open && record.barcode !== null ? this.vault.open(record.barcode) : null,
      expiresAt: record.expiresAt.toISOString(),
      paidAmount: record.paid,
      requestedBy: record.requestedBy,
      createTime: record.requestedAt.toISOString(),
      simulated: record.simulated === 1,
    };
  }
}

/** People who work cases read references out to borrowers; everybody else sees them masked. */
function maySee(actor: Actor): boolean {
  return actor.permissions.has('repayment:act');
}

/** A live code, or the newest of its channel: a failed or ended code is shown until another follows it. */
function isCurrent(record: CodeRecord, place: number, records: readonly CodeRecord[]): boolean {
  return isLive(record.status) || records.findIndex(({ channel }) => channel === record.channel) === place;
}
