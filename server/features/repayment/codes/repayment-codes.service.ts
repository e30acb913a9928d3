import { Injectable } from '@nestjs/common';
import type {
  NewRepaymentCode,
  RefreshRepaymentCode,
  RequestedCode,
} from '../../../../contract/money/repayment-codes.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Ids } from '../../../platform/db/ids.js';
import type { Tx } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';
import { Site } from '../../../platform/site/site.js';
import { MoneyActs, type MoneyCase } from './money-acts.service.js';
import {
  amountOf,
  checkCoolDown,
  codeExpiry,
  maximumOf,
  refreshAtOf,
  refreshedWish,
} from '../../../domain/repayment-codes/repayment-code.rules.js';
import {
  codesOf,
  endCode,
  insertCode,
  recentCodesOf,
  type CodeState,
  type RecentCode,
} from '../../../domain/repayment-codes/repayment-code.sql.js';

/**
 * Requests of people for codes: a new one, or a fresh one. A worker asks the provider afterwards; an active code stays
 * payable until its successor is, so that a borrower never stands at a till with nothing.
 */
@Injectable()
export class RepaymentCodesService {
  constructor(
    private readonly acts: MoneyActs,
    private readonly ids: Ids,
    private readonly site: Site,
  ) {}

  /** @throws provider.off, case.notFound, case.closed, repaymentCode.coolDown, repaymentCode.amount, repaymentCode.channelLimit */
  async request(actor: Actor, wish: NewRepaymentCode): Promise<RequestedCode> {
    this.site.require('rails');
    const id = await this.ids.take();
    const { taskId, payChannel } = wish;
    const reads = [codesOf(taskId, 'DUE', payChannel), recentCodesOf(taskId)];
    const act = { ...wish, command: 'code' as const };
    return this.acts.once<[CodeState, RecentCode], RequestedCode>(actor, act, reads, (tx, state, codes) =>
      this.write(tx, id, state, codes, { channel: payChannel, wish: wish.amount ?? null }),
    );
  }

  /**
   * @throws provider.off, case.notFound, case.closed, repaymentCode.notFound, repaymentCode.coolDown
   */
  async refresh(actor: Actor, wish: RefreshRepaymentCode): Promise<RequestedCode> {
    this.site.require('rails');
    const id = await this.ids.take();
    const { taskId, payChannel } = wish;
    const reads = [codesOf(taskId, 'DUE', payChannel), recentCodesOf(taskId)];
    const act = { ...wish, command: 'refreshedCode' as const };
    return this.acts.once<[CodeState, RecentCode], RequestedCode>(actor, act, reads, (tx, state, codes) => {
      const newest = codes[0][0];
      if (!newest) throw new AppError('repaymentCode.notFound');
      const amount = refreshedWish(newest, state.amountDue);
      return this.write(tx, id, state, codes, { channel: payChannel, wish: amount });
    });
  }

  private write(
    tx: Tx,
    id: number,
    state: MoneyCase,
    [before, recent]: readonly [readonly CodeState[], readonly RecentCode[]],
    { channel, wish }: { channel: NewRepaymentCode['payChannel']; wish: number | null },
  ): RequestedCode {
    const amount = amountOf(channel, wish, state.amountDue);
    checkCoolDown(
      recent.filter((code) => code.channel === channel),
      tx.now,
    );
    supersedeWaiting(tx, before);
    insertCode(tx, {
      id,
      caseId: state.id,
      loanItemId: state.loanItemId,
      extensionId: null,
      purpose: 'DUE',
      channel,
      amount,
      custom: wish !== null,
      maximumAmount: maximumOf(channel, state.amountDue),
      expiresAt: codeExpiry(tx.now),
    });
    return { codeId: id, status: 'REQUESTED', amount, refreshAt: refreshAtOf(tx.now).toISOString() };
  }
}

/** A new code supersedes at once a code that has no reference yet. */
export function supersedeWaiting(tx: Tx, codes: readonly CodeState[]): void {
  for (const code of codes) if (code.status === 'REQUESTED') endCode(tx, code, 'SUPERSEDED');
}
