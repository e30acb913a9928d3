import { Injectable } from '@nestjs/common';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { DataSource, IsNull } from 'typeorm';
import type { CodeChannel } from '../../../contract/money/repayment-codes.js';
import { DebitsService } from '../../features/repayment/deductions/debits.service.js';
import { DeductionsService } from '../../features/repayment/deductions/deductions.service.js';
import { ExtensionsService } from '../../features/repayment/extensions/extensions.service.js';
import { Institution } from '../../domain/institutions/institution.entity.js';
import { ProductTerms } from '../../domain/products/product-terms.entity.js';
import { PaymentsService } from '../../features/repayment/payments/payments.service.js';
import { CodeLifeService } from '../../features/repayment/codes/code-life.service.js';
import { RepaymentCodesService } from '../../features/repayment/codes/repayment-codes.service.js';
import { hasLuhnDigit, isClabe, maximumOf } from '../../domain/repayment-codes/repayment-code.rules.js';
import { SYSTEM, type Actor } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { actorOf, type SeedUser } from '../actors.js';
import { PRODUCTS } from '../generators/names.js';
import type { SeedClock } from '../seed-clock.js';

/** By product, in the order of PRODUCTS. */
const TERMS = [
  { extensionPercent: 10, extensionDays: 7, extensionLimit: 2, afterDays: null, automaticDebit: true },
  { extensionPercent: 12.5, extensionDays: 14, extensionLimit: 1, afterDays: null, automaticDebit: false },
  { extensionPercent: 15, extensionDays: 7, extensionLimit: 3, afterDays: null, automaticDebit: false },
  { extensionPercent: 8, extensionDays: 15, extensionLimit: 2, afterDays: 60, automaticDebit: false },
];
const COLLECTORS = 8;
const CASES_EACH = 8;

interface SeedCase {
  id: number;
  kind: 'STANDARD' | 'LONG_AGING';
  loanItemExternalId: string;
  due: number;
}

/** Codes, deductions and extensions in every state, on some cases of some collectors, by the product's own services. */
@Injectable()
export class RepaymentsSeed {
  private serial = 0;
  private clock!: SeedClock;

  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
    private readonly ids: Ids,
    private readonly codes: RepaymentCodesService,
    private readonly life: CodeLifeService,
    private readonly deductions: DeductionsService,
    private readonly debits: DebitsService,
    private readonly extensions: ExtensionsService,
    private readonly payments: PaymentsService,
  ) {}

  async plant(collectors: readonly SeedUser[], clock: SeedClock): Promise<void> {
    this.clock = clock;
    await this.plantTerms(clock);
    for (const collector of collectors.slice(0, COLLECTORS)) {
      const actor = actorOf(collector);
      const scenes = [
        (item: SeedCase) => this.codeTwice(actor, item),
        (item: SeedCase) => this.code(actor, item, 'OXXO', this.partOf(item, 0.5)),
        (item: SeedCase) => this.failedDeduction(actor, item),
        (item: SeedCase) => this.paidByCode(actor, item),
        (item: SeedCase) =>
          extensible(item) ? this.waitingExtension(actor, item) : this.codeTwice(actor, item),
        (item: SeedCase) => this.deduction(actor, item),
        (item: SeedCase) =>
          extensible(item) ? this.appliedExtension(actor, item) : this.paidByCode(actor, item),
      ];
      const cases = await this.casesOf(collector.id);
      for (const [index, item] of cases.entries()) await scenes[index % scenes.length]!(item);
    }
  }

  private casesOf(collectorId: number): Promise<SeedCase[]> {
    return this.database.rows<SeedCase>(sql`
      SELECT c.id, c.kind, l.external_id AS loanItemExternalId, c.amount_due AS due
      FROM collection_case c JOIN loan_item l ON l.id = c.loan_item_id
      WHERE c.owner_id = ${collectorId} AND c.status IN ('C01', 'C10') AND c.amount_due > 50000
        AND l.card_mask IS NOT NULL
      ORDER BY c.due_date, c.id LIMIT ${CASES_EACH}`);
  }

  /** Whole tens of pesos. */
  private partOf({ due }: SeedCase, share: number): number {
    return Math.max(1_000, Math.round((due * share) / 1_000) * 1_000);
  }

  private async codeTwice(actor: Actor, item: SeedCase): Promise<void> {
    const { codeId } = await this.code(actor, item, 'SPEI', this.partOf(item, 0.3));
    // The cool-down lets no second code be asked for.
    await this.database.run(sql`
      UPDATE repayment_code SET requested_at = requested_at - INTERVAL 1 HOUR WHERE id = ${codeId}`);
    await this.code(actor, item, 'SPEI', null);
    if (maximumOf('OXXO', item.due) === item.due) await this.code(actor, item, 'OXXO', null);
  }

  private async code(
    actor: Actor,
    { id: taskId, due }: SeedCase,
    payChannel: CodeChannel,
    amount: number | null,
  ) {
    const clientRequestId = this.requestId();
    const wish = Math.min(amount ?? due, maximumOf(payChannel, due));
    const part = wish < due ? wish : null;
    const code = await this.codes.request(actor, { taskId, payChannel, amount: part, clientRequestId });
    const reference = await this.activate(code.codeId, payChannel, code.amount);
    return { ...code, reference };
  }

  private async activate(codeId: number, channel: CodeChannel, amount: number): Promise<string> {
    const issued = channel === 'SPEI' ? clabe(++this.serial) : tillReference(++this.serial, amount);
    await this.life.activate(codeId, issued);
    return issued.reference;
  }

  private async paidByCode(actor: Actor, item: SeedCase): Promise<void> {
    const { reference, amount } = await this.code(actor, item, 'SPEI', this.partOf(item, 0.06));
    await this.pay(item, reference, amount);
  }

  private async pay({ loanItemExternalId }: SeedCase, reference: string, amount: number): Promise<void> {
    await this.payments.post(SYSTEM, {
      type: 'PAYMENT',
      providerReference: `DEMO-CODE-${++this.serial}`,
      loanItemExternalId,
      amount,
      channel: 'SPEI',
      paidAt: this.clock.now().toISOString(),
      reference,
    });
  }

  private async failedDeduction(actor: Actor, item: SeedCase): Promise<void> {
    await this.debit(actor, item, 'FAILED');
    await this.code(actor, item, 'SPEI', null);
  }

  private deduction(actor: Actor, item: SeedCase): Promise<void> {
    return this.debit(actor, item, 'SUCCESS');
  }

  private async debit(actor: Actor, item: SeedCase, status: 'SUCCESS' | 'FAILED'): Promise<void> {
    const amount = this.partOf(item, 0.04);
    const wish = { taskId: item.id, amount, clientRequestId: this.requestId() };
    const { deductionId } = await this.deductions.request(actor, wish);
    await this.debits.settle({
      eventId: `demo-${deductionId}`,
      chargeId: `demo-${deductionId}`,
      idempotencyKey: `debit-${deductionId}`,
      status,
      reason: status === 'FAILED' ? 'NO_FUNDS' : null,
      amount,
      at: this.clock.now().toISOString(),
    });
  }

  private async waitingExtension(actor: Actor, item: SeedCase) {
    const wish = {
      taskId: item.id,
      percent: 10,
      payChannel: 'SPEI',
      clientRequestId: this.requestId(),
    } as const;
    const extension = await this.extensions.request(actor, wish);
    return { ...extension, reference: await this.activate(extension.codeId, 'SPEI', extension.fee) };
  }

  private async appliedExtension(actor: Actor, item: SeedCase): Promise<void> {
    const { reference, fee } = await this.waitingExtension(actor, item);
    await this.pay(item, reference, fee);
  }

  /** From today on; what is accelerated is so by a version that begins tomorrow. */
  private async plantTerms(clock: SeedClock): Promise<void> {
    const [house] = await this.dataSource.manager.find(Institution, {
      where: { parentId: IsNull() },
      take: 1,
    });
    const today = businessDay(clock.now());
    const versions = PRODUCTS.flatMap((productCategory, index) => {
      const terms = {
        ...TERMS[index % TERMS.length]!,
        productCategory,
        institutionId: house!.id,
        updatedAt: clock.now(),
      };
      const later = { ...terms, effectiveFrom: addDays(today, 1) };
      return [
        { ...terms, afterDays: null, effectiveFrom: today },
        ...(terms.afterDays === null ? [] : [later]),
      ];
    });
    const ids = await this.ids.takeMany(versions.length);
    await this.dataSource.manager.insert(
      ProductTerms,
      versions.map((terms, index) => ({ ...terms, id: ids[index]! })),
    );
  }

  private requestId(): string {
    return `demo-request-${++this.serial}`;
  }
}

/** A case that holds several loans takes no extension. */
function extensible({ kind }: SeedCase): boolean {
  return kind === 'STANDARD';
}

/** 999 is no bank's number: a transfer to such a CLABE can never reach anybody. */
function clabe(serial: number): { reference: string; barcode: null } {
  return { reference: withDigit(`999180${String(serial).padStart(11, '0')}`, isClabe), barcode: null };
}

function tillReference(serial: number, amount: number): { reference: string; barcode: string } {
  const reference = withDigit(`98${String(serial).padStart(11, '0')}`, hasLuhnDigit);
  const scanned = `${reference}991231${String(amount).padStart(7, '0')}`;
  return { reference, barcode: withDigit(scanned, hasLuhnDigit) };
}

function withDigit(digits: string, fits: (text: string) => boolean): string {
  return Array.from({ length: 10 }, (_, digit) => digits + digit).find(fits)!;
}
