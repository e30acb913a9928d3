import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { WeightsChange, WeightsHistoryQuery, WeightsQuery } from '../../../../contract/cases/priorities.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { Summary } from '../../../platform/http/summary.js';
import { OrderSampleQueries } from './order-sample.queries.js';
import { WeightsQueries } from './weights.queries.js';
import { WeightsService } from './weights.service.js';

@Controller('priorities')
export class PrioritiesController {
  constructor(
    private readonly queries: WeightsQueries,
    private readonly weights: WeightsService,
    private readonly samples: OrderSampleQueries,
  ) {}

  @Summary('Read the points that decide which case comes first')
  @Get('weights')
  @Allow('priority:manage')
  inForce(@CurrentActor() actor: Actor, @Query({ schema: WeightsQuery }) { institutionId }: WeightsQuery) {
    return this.queries.inForce(actor, institutionId);
  }

  @Summary('List earlier versions of the points')
  @Get('weights/history')
  @Allow('priority:manage')
  history(
    @CurrentActor() actor: Actor,
    @Query({ schema: WeightsHistoryQuery })
    { institutionId, ...part }: WeightsHistoryQuery,
  ) {
    return this.queries.history(actor, institutionId, part);
  }

  @Summary('Read cases to try other points on')
  @Get('sample')
  @Allow('priority:manage')
  sample(@CurrentActor() actor: Actor, @Query({ schema: WeightsQuery }) { institutionId }: WeightsQuery) {
    return this.samples.sample(actor, institutionId);
  }

  @Summary('Change the points that decide which case comes first')
  @Post('weights')
  @Allow('priority:manage')
  change(@CurrentActor() actor: Actor, @Body({ schema: WeightsChange }) change: WeightsChange) {
    return this.weights.change(actor, change);
  }
}
