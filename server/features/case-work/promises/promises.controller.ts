import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { HandBackCases, PromiseListQuery, PromiseRatesQuery } from '../../../../contract/cases/promises.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { Summary } from '../../../platform/http/summary.js';
import { HandBackService } from '../cases/moves/hand-back.service.js';
import { PromiseListsService } from './promise-lists.service.js';
import { PromisesQueries } from './promises.queries.js';

@Controller('promise')
export class PromisesController {
  constructor(
    private readonly lists: PromiseListsService,
    private readonly queries: PromisesQueries,
    private readonly handBacks: HandBackService,
  ) {}

  @Summary('List promises by lane: today, soon, broken, kept')
  @Get('list')
  @Allow('promise:read', { byAddress: 'asFile' })
  list(@CurrentActor() actor: Actor, @Query({ schema: PromiseListQuery }) query: PromiseListQuery) {
    return this.lists.list(actor, query);
  }

  @Summary('Count what share of the promised money came, by collector')
  @Get('rates')
  @Allow('promise:read', { scope: 'people' })
  rates(@CurrentActor() actor: Actor, @Query({ schema: PromiseRatesQuery }) query: PromiseRatesQuery) {
    return this.queries.rates(actor, query);
  }

  @Summary('Return cases whose promise was broken to the queue')
  @Post('handBack')
  @HttpCode(200)
  @Allow('case:assign')
  handBack(@CurrentActor() actor: Actor, @Body({ schema: HandBackCases }) body: HandBackCases) {
    return this.handBacks.handBack(actor, body);
  }
}
