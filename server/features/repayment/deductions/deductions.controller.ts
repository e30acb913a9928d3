import { Body, Controller, Param, Post } from '@nestjs/common';
import { DeductionCallback, PartDeduce, WholeDeduct } from '../../../../contract/money/deductions.js';
import { IdText } from '../../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow, AllowSigned } from '../../../platform/auth/allow.js';
import { Summary } from '../../../platform/http/summary.js';
import { DebitsService } from './debits.service.js';
import { DeductionsService } from './deductions.service.js';

@Controller()
export class DeductionsController {
  constructor(
    private readonly deductions: DeductionsService,
    private readonly debits: DebitsService,
  ) {}

  @Summary("Charge a part of what is due to the borrower's card")
  @Post('task/partDeduce')
  @Allow('repayment:act')
  partDeduce(@CurrentActor() actor: Actor, @Body({ schema: PartDeduce }) body: PartDeduce) {
    return this.deductions.request(actor, body);
  }

  @Summary('Take the outcome of a charge from the card provider')
  @Post('repay/deduct/callback')
  @AllowSigned('debitHmac')
  callback(@Body({ schema: DeductionCallback }) message: DeductionCallback) {
    return this.debits.settle(message);
  }

  @Summary("Charge the whole amount due to the borrower's card")
  @Post('repay/deduct/:id')
  @Allow('repayment:act')
  deduct(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) taskId: number,
    @Body({ schema: WholeDeduct }) { clientRequestId }: WholeDeduct,
  ) {
    return this.deductions.request(actor, { taskId, amount: null, clientRequestId });
  }
}
