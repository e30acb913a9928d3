import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { AgenciesQuery, AgencyChange } from '../../../contract/contact/agencies.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { AgenciesQueries } from './agencies.queries.js';
import { AgenciesService } from './agencies.service.js';

@Controller('agency')
export class AgenciesController {
  constructor(
    private readonly queries: AgenciesQueries,
    private readonly agencies: AgenciesService,
  ) {}

  @Summary('List who calls for the institutions, and from which numbers')
  @Get('list')
  @Allow('agency:manage')
  list(@CurrentActor() actor: Actor, @Query({ schema: AgenciesQuery }) query: AgenciesQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Add an agency to the register, or change it with its numbers')
  @Post('save')
  @HttpCode(200)
  @Allow('agency:manage')
  save(@CurrentActor() actor: Actor, @Body({ schema: AgencyChange }) change: AgencyChange) {
    return this.agencies.save(actor, change);
  }
}
