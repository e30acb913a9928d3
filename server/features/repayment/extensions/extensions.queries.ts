import { Injectable } from '@nestjs/common';
import { isOpen, type CaseStatus } from '../../../../contract/codes.js';
import type { DelayCode, ExtensionCount, ExtensionRow } from '../../../../contract/money/extensions.js';
import { businessDay } from '../../../../contract/shared/date.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { sql } from '../../../platform/db/sql.js';
import { AppError } from '../../../platform/http/app-error.js';
import { RepaymentCodesQueries } from '../codes/repayment-codes.queries.js';
import { pendingCall, refuseWhilePending } from '../../../domain/calls/who-answers.sql.js';
import { DEFAULT_TERMS, type ExtensionTerms } from '../../../domain/extensions/extension.rules.js';
import { termsOf, withoutNulls } from './extensions.service.js';

interface CaseState {
  status: CaseStatus;
  amountDue: number;
  pendingCallId: number | null;
}

/** The extensions of a case. A case outside the viewer's scope answers as if it did not exist. */
@Injectable()
export class ExtensionsQueries {
  constructor(
    private readonly database: Database,
    private readonly codes: RepaymentCodesQueries,
    private readonly clock: Clock,
  ) {}

  /** `loan/count`. @throws case.notFound, call.whoAnswers */
  async count(actor: Actor, caseId: number): Promise<ExtensionCount> {
    const [state, product] = await Promise.all([
      this.state(actor, caseId),
      this.database.row<ExtensionTerms & { used: number }>(termsOf(caseId, businessDay(this.clock.now()))),
    ]);
    const { percent, days, limit } = { ...DEFAULT_TERMS, ...withoutNulls(product) };
    const mayAct = actor.permissions.has('repayment:act') && isOpen(state.status);
    const used = product?.used ?? 0;
    return { used, allowed: limit, days, percent, dueAmount: state.amountDue, mayAct };
  }

  /** `loan/delayCode`. @throws case.notFound, call.whoAnswers */
  async delayCode(actor: Actor, caseId: number): Promise<DelayCode> {
    const [, [extension]] = await Promise.all([
      this.state(actor, caseId),
      this.database.wireRows<ExtensionRow>(sql`
        SELECT x.id, CAST(x.percent AS DOUBLE) AS percent, x.due_amount AS dueAmount, x.fee, x.days, x.status,
          x.expires_at AS expiresAt, x.new_due_date AS newDueDate, x.requested_at AS createTime
        FROM collection_case c JOIN extension x ON x.case_id = c.id
        WHERE c.id = ${caseId} AND ${casesOf(actor)} ORDER BY x.requested_at DESC, x.id DESC LIMIT 1`),
    ]);
    if (!extension) return { extension: null, codes: [] };
    return { extension, codes: await this.codes.feeCodes(actor, extension.id) };
  }

  private async state(actor: Actor, caseId: number): Promise<CaseState> {
    const state = await this.database.row<CaseState>(sql`
      SELECT c.status, c.amount_due AS amountDue, ${pendingCall(actor)} AS pendingCallId FROM collection_case c
      WHERE c.id = ${caseId} AND ${casesOf(actor)}`);
    if (!state) throw new AppError('case.notFound');
    refuseWhilePending(state);
    return state;
  }
}
