import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ExtensionQuery, ManualDelay, NewDelayCode } from '../../../../contract/money/extensions.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { ExtensionsQueries } from './extensions.queries.js';
import { ExtensionsService } from './extensions.service.js';

@Controller('loan')
export class ExtensionsController {
  constructor(
    private readonly queries: ExtensionsQueries,
    private readonly extensions: ExtensionsService,
  ) {}

  @Post('manualDelay')
  @Allow('repayment:act')
  manualDelay(@CurrentActor() actor: Actor, @Body({ schema: ManualDelay }) body: ManualDelay) {
    return this.extensions.request(actor, body);
  }

  @Get('delayCode')
  @Allow('plan:read')
  delayCode(@CurrentActor() actor: Actor, @Query({ schema: ExtensionQuery }) { taskId }: ExtensionQuery) {
    return this.queries.delayCode(actor, taskId);
  }

  @Post('delayCode')
  @Allow('repayment:act')
  newDelayCode(@CurrentActor() actor: Actor, @Body({ schema: NewDelayCode }) body: NewDelayCode) {
    return this.extensions.requestCode(actor, body);
  }

  @Get('count')
  @Allow('plan:read')
  count(@CurrentActor() actor: Actor, @Query({ schema: ExtensionQuery }) { taskId }: ExtensionQuery) {
    return this.queries.count(actor, taskId);
  }
}
