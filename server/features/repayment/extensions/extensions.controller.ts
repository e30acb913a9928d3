import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ExtensionQuery, ManualDelay, NewDelayCode } from '../../../../contract/money/extensions.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { Summary } from '../../../platform/http/summary.js';
import { ExtensionsQueries } from './extensions.queries.js';
import { ExtensionsService } from './extensions.service.js';

@Controller('loan')
export class ExtensionsController {
  constructor(
    private readonly queries: ExtensionsQueries,
    private readonly extensions: ExtensionsService,
  ) {}

  @Summary('Ask for an extension of the due date')
  @Post('manualDelay')
  @Allow('repayment:act')
  manualDelay(@CurrentActor() actor: Actor, @Body({ schema: ManualDelay }) body: ManualDelay) {
    return this.extensions.request(actor, body);
  }

  @Summary('Read the payment code of an extension')
  @Get('delayCode')
  @Allow('plan:read')
  delayCode(@CurrentActor() actor: Actor, @Query({ schema: ExtensionQuery }) { taskId }: ExtensionQuery) {
    return this.queries.delayCode(actor, taskId);
  }

  @Summary('Issue a payment code for an extension')
  @Post('delayCode')
  @Allow('repayment:act')
  newDelayCode(@CurrentActor() actor: Actor, @Body({ schema: NewDelayCode }) body: NewDelayCode) {
    return this.extensions.requestCode(actor, body);
  }

  @Summary('Count the extensions that a loan has had and may have')
  @Get('count')
  @Allow('plan:read')
  count(@CurrentActor() actor: Actor, @Query({ schema: ExtensionQuery }) { taskId }: ExtensionQuery) {
    return this.queries.count(actor, taskId);
  }
}
