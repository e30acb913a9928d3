import { Injectable } from '@nestjs/common';
import { AutomaticDebitsService } from '../../server/features/deductions/automatic-debits.service.js';
import { DebitsService } from '../../server/features/deductions/debits.service.js';
import { OffersService } from '../../server/features/extensions/offers.service.js';
import { CodeLifeService } from '../../server/features/repayment-codes/code-life.service.js';

@Injectable()
export class RepaymentsProcessor {
  constructor(
    private readonly codes: CodeLifeService,
    private readonly debits: DebitsService,
    private readonly automatic: AutomaticDebitsService,
    private readonly cycles: OffersService,
  ) {}

  ask(codeId: number): Promise<void> {
    return this.codes.ask(codeId);
  }

  expire(codeId: number): Promise<boolean> {
    return this.codes.expire(codeId);
  }

  cancelOf(caseId: number): Promise<number> {
    return this.codes.cancelOf(caseId);
  }

  sweepCodes(): Promise<number> {
    return this.codes.sweep();
  }

  charge(deductionId: number): Promise<void> {
    return this.debits.charge(deductionId);
  }

  debitOnTheDay(): Promise<number> {
    return this.automatic.request();
  }

  sweepDeductions(): Promise<number> {
    return this.debits.sweep();
  }

  sweepExtensions(): Promise<number> {
    return this.cycles.sweep();
  }
}
