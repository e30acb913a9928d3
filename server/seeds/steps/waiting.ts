import { Injectable } from '@nestjs/common';
import type { CallResult, CallStatus } from '../../../contract/codes.js';
import { RecordsService } from '../../features/case-work/cases/records/records.service.js';
import { PaymentsService } from '../../features/repayment/payments/payments.service.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { actorOf } from '../actors.js';
import type { SeedClock } from '../seed-clock.js';
import type { SeededCollector, SeededStaff } from './people.js';

interface SmallCase {
  taskId: number;
  contactId: number;
  loanItemExternalId: string;
  /** Centavos: all that the loan still claims, what is not due yet included. */
  balance: number;
}

/** Requests of each team that its leader has not answered. */
const WAITING_REQUESTS: readonly [CallStatus | null, CallResult, string][] = [
  ['CONNECTED', 'NOCLCT', 'Está hospitalizado; pide que se le llame la próxima semana.'],
  [null, 'FRAUD', 'Dice que nunca pidió el préstamo y que denunció el robo de su identificación.'],
];
const PAID_TOO_MUCH = 15_000;

/** Work that waits for a leader or an administrator: requests to hold and of fraud, and money to be paid back. */
@Injectable()
export class WaitingSeed {
  constructor(
    private readonly database: Database,
    private readonly records: RecordsService,
    private readonly payments: PaymentsService,
  ) {}

  async plant({ leaders, collectors }: SeededStaff, clock: SeedClock): Promise<void> {
    for (const leader of leaders) {
      const collector = collectors.find(({ groupId }) => groupId === leader.groupId);
      if (!collector) continue;
      const [overpaid, ...others] = await this.smallest(collector);
      if (overpaid) await this.overpay(overpaid, clock.now());
      for (const [index, item] of others.entries()) await this.ask(collector, item, WAITING_REQUESTS[index]!);
    }
  }

  /** So small that the day's figures stay those of a usual day. */
  private smallest({ id }: SeededCollector): Promise<SmallCase[]> {
    return this.database.rows<SmallCase>(sql`
      SELECT c.id AS taskId, MIN(k.id) AS contactId, l.external_id AS loanItemExternalId,
        (SELECT SUM(r.principal + r.interest + r.penalty + r.iva - r.paid) FROM plan_row r
         WHERE r.loan_item_id = c.loan_item_id) AS balance
      FROM collection_case c JOIN loan_item l ON l.id = c.loan_item_id
        JOIN contact k ON k.borrower_id = c.borrower_id AND k.relation = 'R01'
      WHERE c.owner_id = ${id} AND c.status IN ('C01', 'C10') AND c.kind = 'STANDARD'
        AND NOT EXISTS (SELECT 1 FROM contact_hold h WHERE h.borrower_id = c.borrower_id)
      GROUP BY c.id ORDER BY c.amount_due, c.id LIMIT ${String(WAITING_REQUESTS.length + 1)}`);
  }

  private async overpay({ loanItemExternalId, balance }: SmallCase, at: Date): Promise<void> {
    await this.payments.post(SYSTEM, {
      type: 'PAYMENT',
      providerReference: `DEMO-OVER-${loanItemExternalId}`,
      loanItemExternalId,
      amount: Number(balance) + PAID_TOO_MUCH,
      channel: 'SPEI',
      paidAt: at.toISOString(),
    });
  }

  private async ask(
    collector: SeededCollector,
    { taskId, contactId }: SmallCase,
    [callStatus, callResult, notes]: (typeof WAITING_REQUESTS)[number],
  ): Promise<void> {
    await this.records.record(actorOf(collector), {
      taskId,
      contactId,
      callStatus,
      contactType: 'CALL',
      callResult,
      nextFollowUpAt: null,
      notes,
      promiseAmount: null,
      promiseDate: null,
    });
  }
}
