import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { GrantsChange, GrantsQuery, GrantsWish } from '../../../contract/administration/grants.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { GrantsQueries } from './grants.queries.js';
import { GrantsService } from './grants.service.js';

@Controller('institutionalManagement/permissions')
export class GrantsController {
  constructor(
    private readonly queries: GrantsQueries,
    private readonly grants: GrantsService,
  ) {}

  @Get()
  @Allow('grants:read')
  info(@CurrentActor() actor: Actor, @Query({ schema: GrantsQuery }) query: GrantsQuery) {
    return this.queries.info(actor, query);
  }

  @Get('seeAs')
  @Allow('grants:read')
  seeAs(@CurrentActor() actor: Actor, @Query({ schema: GrantsQuery }) query: GrantsQuery) {
    return this.queries.seeAs(actor, query);
  }

  @Post('preview')
  @HttpCode(200)
  @Allow('grants:read')
  preview(@CurrentActor() actor: Actor, @Body({ schema: GrantsWish }) wish: GrantsWish) {
    return this.queries.preview(actor, wish);
  }

  @Post()
  @HttpCode(200)
  @Allow('grants:manage')
  save(@CurrentActor() actor: Actor, @Body({ schema: GrantsChange }) change: GrantsChange) {
    return this.grants.save(actor, change);
  }
}
