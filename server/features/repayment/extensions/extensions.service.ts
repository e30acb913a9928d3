import { Injectable } from '@nestjs/common';
import type { ManualDelay, NewDelayCode, RequestedExtension } from '../../../../contract/money/extensions.js';
import type { CodeChannel } from '../../../../contract/money/repayment-codes.js';
import { businessDay } from '../../../../contract/shared/date.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Ids } from '../../../platform/db/ids.js';
import { sql, type Statement } from '../../../platform/db/sql.js';
import type { Tx } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';
import { Site } from '../../../platform/site/site.js';
import { MoneyActs, type MoneyCase } from '../codes/money-acts.service.js';
import {
  amountOf,
  checkCoolDown,
  codeExpiry,
  isLive,
} from '../../../domain/repayment-codes/repayment-code.rules.js';
import {
  codesOf,
  endCode,
  insertCode,
  liveCodesOf,
  recentCodesOf,
  type CodeState,
  type RecentCode,
} from '../../../domain/repayment-codes/repayment-code.sql.js';
import { endExtension, waitingExtensionOf } from '../../../domain/extensions/extension.writes.js';
import { termsOn } from '../../../domain/products/product-terms.sql.js';
import {
  DEFAULT_TERMS,
  feeOf,
  type ExtensionState,
  type ExtensionTerms,
} from '../../../domain/extensions/extension.rules.js';

interface FeeCode {
  id: number;
  extensionId: number;
  channel: CodeChannel;
  fee: number;
  expiresAt: Date;
}

/**
 * Requests of people: an extension, that is the code for its fee. Nothing about the loan changes until the fee is paid;
 * an extension that is asked for anew takes the place of the one that waits.
 */
@Injectable()
export class ExtensionsService {
  constructor(
    private readonly acts: MoneyActs,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly site: Site,
  ) {}

  /**
   * It supersedes the codes of the fee in every channel, so it waits for the newest of them, too.
   *
   * @throws provider.off, case.notFound, case.closed, extension.percent, extension.percentLow, extension.limit,
   * repaymentCode.coolDown, repaymentCode.channelLimit
   */
  async request(actor: Actor, wish: ManualDelay): Promise<RequestedExtension> {
    this.site.require('rails');
    const [id, codeId] = (await this.ids.takeMany(2)) as [number, number];
    const reads = [
      termsOf(wish.taskId, businessDay(this.clock.now())),
      waitingExtensionOf(wish.taskId),
      liveCodesOf(wish.taskId),
      recentCodesOf(wish.taskId),
    ];
    return this.acts.once<
      [ExtensionTerms & { used: number }, ExtensionState, CodeState, RecentCode],
      RequestedExtension
    >(actor, { ...wish, command: 'extension' }, reads, (tx, state, [[product], waiting, codes, recent]) => {
      const { days, limit, used } = {
        ...DEFAULT_TERMS,
        ...withoutNulls(product),
        used: product?.used ?? 0,
      };
      const fee = feeOf(wish.percent, state.amountDue);
      if (used >= limit) throw new AppError('extension.limit', { allowed: limit });
      checkCoolDown(
        recent.filter(({ purpose, channel }) => purpose === 'EXTENSION' || channel === wish.payChannel),
        tx.now,
      );
      for (const before of waiting) endExtension(tx, before, 'CANCELLED');
      for (const code of codes) if (code.purpose === 'EXTENSION') endCode(tx, code, 'SUPERSEDED');
      const expiresAt = codeExpiry(tx.now);
      insertExtension(tx, state, { id, percent: wish.percent, fee, days, expiresAt });
      insertFeeCode(tx, state, { id: codeId, extensionId: id, channel: wish.payChannel, fee, expiresAt });
      return { extensionId: id, codeId, fee, days };
    });
  }

  /** @throws provider.off, case.notFound, case.closed, extension.notFound, repaymentCode.coolDown, repaymentCode.channelLimit */
  async requestCode(actor: Actor, wish: NewDelayCode): Promise<RequestedExtension> {
    this.site.require('rails');
    const codeId = await this.ids.take();
    const { taskId, payChannel } = wish;
    const reads = [
      waitingExtensionOf(taskId),
      codesOf(taskId, 'EXTENSION', payChannel),
      recentCodesOf(taskId),
    ];
    return this.acts.once<[ExtensionState, CodeState, RecentCode], RequestedExtension>(
      actor,
      { ...wish, command: 'extensionCode' },
      reads,
      (tx, state, [[waiting], codes, recent]) => {
        if (!waiting || waiting.expiresAt <= tx.now) throw new AppError('extension.notFound');
        const { id: extensionId, fee, days, expiresAt } = waiting;
        // A live code of this very fee is the answer: a second reference would only be a second way to pay it.
        const live = codes.find((code) => code.extensionId === extensionId && isLive(code.status));
        if (live) return { extensionId, codeId: live.id, fee, days };
        checkCoolDown(
          recent.filter(({ channel }) => channel === payChannel),
          tx.now,
        );
        insertFeeCode(tx, state, { id: codeId, extensionId, channel: payChannel, fee, expiresAt });
        return { extensionId, codeId, fee, days };
      },
    );
  }
}

/**
 * The product's terms, null where it has none of its own, and how many extensions the loan has had. Several loan items in a
 * long-aging case have none: an extension moves one plan and ends its case.
 */
export function termsOf(caseId: number, today: string): Statement {
  return sql`
    SELECT CAST(t.extension_percent AS DOUBLE) AS percent, t.extension_days AS days,
      IF(EXISTS (SELECT 1 FROM loan_item o WHERE o.lead_item_id = c.loan_item_id), 0, t.extension_limit) AS \`limit\`,
      (SELECT COUNT(*) FROM extension x WHERE x.loan_item_id = c.loan_item_id AND x.status = 'APPLIED') AS used
    FROM collection_case c JOIN loan_item i ON i.id = c.loan_item_id
    LEFT JOIN product_terms t ON t.id = ${termsOn(today)} WHERE c.id = ${caseId}`;
}

export function withoutNulls(terms: Partial<ExtensionTerms> | undefined): Partial<ExtensionTerms> {
  return Object.fromEntries(Object.entries(terms ?? {}).filter(([, value]) => value !== null));
}

function insertExtension(
  tx: Tx,
  { id: caseId, loanItemId, amountDue }: MoneyCase,
  wish: { id: number; percent: number; fee: number; days: number; expiresAt: Date },
): void {
  const { id, percent, fee, days, expiresAt } = wish;
  tx.write(sql`
    INSERT INTO extension (id, case_id, loan_item_id, percent, due_amount, fee, days, status, requested_by,
      requested_at, expires_at)
    VALUES (${id}, ${caseId}, ${loanItemId}, ${percent}, ${amountDue}, ${fee}, ${days}, 'REQUESTED',
      ${tx.actor.userId}, ${tx.now}, ${expiresAt})`);
  tx.emit('extension.requested', { caseId, extensionId: id, fee, days, dueAmount: amountDue, percent });
}

function insertFeeCode(tx: Tx, { id: caseId, loanItemId }: MoneyCase, code: FeeCode): void {
  const { id, extensionId, channel, fee, expiresAt } = code;
  const amount = amountOf(channel, null, fee);
  const sums = { amount, maximumAmount: amount, custom: false };
  insertCode(tx, { id, caseId, loanItemId, extensionId, purpose: 'EXTENSION', channel, expiresAt, ...sums });
}
