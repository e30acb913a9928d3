import { Controller, Get, Query, type StreamableFile } from '@nestjs/common';
import { CaseListQuery, type CasePage } from '../../../../contract/cases/cases.js';
import type { ExportRequested } from '../../../../contract/administration/exports.js';
import { LongAgingItemsQuery } from '../../../../contract/cases/long-aging.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { Summary } from '../../../platform/http/summary.js';
import { LongAgingQueries } from './long-aging.queries.js';

@Controller('task')
export class LongAgingController {
  constructor(private readonly queries: LongAgingQueries) {}

  @Summary('Check whether a borrower has loans past the long-aging day')
  @Get('getIsLongAging')
  @Allow('case:read')
  getIsLongAging(@CurrentActor() actor: Actor) {
    return this.queries.isLongAging(actor);
  }

  @Summary('List loans past the long-aging day, or make a file of them')
  @Get('LongAgingListing')
  @Allow('case:read', { byAddress: 'asFile' })
  listing(
    @CurrentActor() actor: Actor,
    @Query({ schema: CaseListQuery }) query: CaseListQuery,
  ): Promise<CasePage | StreamableFile | ExportRequested> {
    return query.output === '1' ? this.queries.file(actor, query) : this.queries.listing(actor, query);
  }

  @Summary('List the loans behind a long-aging case')
  @Get('loanItemInfoLongAging')
  @Allow('case:read')
  items(@CurrentActor() actor: Actor, @Query({ schema: LongAgingItemsQuery }) query: LongAgingItemsQuery) {
    return this.queries.items(actor, query);
  }
}
