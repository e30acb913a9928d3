import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import type { z } from 'zod';
import {
  ExtensionQuery,
  ManualDelay,
  NewDelayCode,
  type DelayCode,
  type ExtensionCount,
  type RequestedExtension,
} from '../../../contract/extensions.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { ExtensionsQueries } from './extensions.queries.js';
import { ExtensionsService } from './extensions.service.js';

@Controller('loan')
export class ExtensionsController {
  constructor(
    private readonly queries: ExtensionsQueries,
    private readonly extensions: ExtensionsService,
  ) {}

  @Post('manualDelay')
  @HttpCode(200)
  @Allow('repayment:act')
  manualDelay(
    @CurrentActor() actor: Actor,
    @Body({ schema: ManualDelay }) body: ManualDelay,
  ): Promise<RequestedExtension> {
    return this.extensions.request(actor, body);
  }

  @Get('delayCode')
  @Allow('plan:read')
  delayCode(
    @CurrentActor() actor: Actor,
    @Query({ schema: ExtensionQuery }) { taskId }: z.infer<typeof ExtensionQuery>,
  ): Promise<DelayCode> {
    return this.queries.delayCode(actor, taskId);
  }

  @Post('delayCode')
  @HttpCode(200)
  @Allow('repayment:act')
  newDelayCode(
    @CurrentActor() actor: Actor,
    @Body({ schema: NewDelayCode }) body: NewDelayCode,
  ): Promise<RequestedExtension> {
    return this.extensions.requestCode(actor, body);
  }

  @Get('count')
  @Allow('plan:read')
  count(
    @CurrentActor() actor: Actor,
    @Query({ schema: ExtensionQuery }) { taskId }: z.infer<typeof ExtensionQuery>,
  ): Promise<ExtensionCount> {
    return this.queries.count(actor, taskId);
  }
}
