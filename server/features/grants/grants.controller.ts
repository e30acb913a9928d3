import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { GrantsChange, GrantsQuery, GrantsWish } from '../../../contract/administration/grants.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { GrantsQueries } from './grants.queries.js';
import { GrantsService } from './grants.service.js';

@Controller('institutionalManagement/permissions')
export class GrantsController {
  constructor(
    private readonly queries: GrantsQueries,
    private readonly grants: GrantsService,
  ) {}

  @Summary('Read what a role may do in an institution')
  @Get()
  @Allow('grants:read')
  info(@CurrentActor() actor: Actor, @Query({ schema: GrantsQuery }) query: GrantsQuery) {
    return this.queries.info(actor, query);
  }

  @Summary('Show what a person of a role and institution would see')
  @Get('seeAs')
  @Allow('grants:read')
  seeAs(@CurrentActor() actor: Actor, @Query({ schema: GrantsQuery }) query: GrantsQuery) {
    return this.queries.seeAs(actor, query);
  }

  @Summary('Show whom a change of rights would reach before it is saved')
  @Post('preview')
  @HttpCode(200)
  @Allow('grants:read')
  preview(@CurrentActor() actor: Actor, @Body({ schema: GrantsWish }) wish: GrantsWish) {
    return this.queries.preview(actor, wish);
  }

  @Summary('Change what a role may do in an institution')
  @Post()
  @HttpCode(200)
  @Allow('grants:manage')
  save(@CurrentActor() actor: Actor, @Body({ schema: GrantsChange }) change: GrantsChange) {
    return this.grants.save(actor, change);
  }
}
