import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { IdText } from '../../../contract/shared/id.js';
import {
  BindRecordQuery,
  BoundCollectorQuery,
  SoftphoneAct,
  SoftphoneChange,
  SoftphoneListQuery,
  type Softphone,
} from '../../../contract/contact/softphones.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow, AllowSession } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { SoftphonesQueries } from './softphones.queries.js';
import { SoftphonesService } from './softphones.service.js';

@Controller('softPhone')
export class SoftphonesController {
  constructor(
    private readonly queries: SoftphonesQueries,
    private readonly softphones: SoftphonesService,
  ) {}

  @Summary("Read the caller's own extension and its state")
  @Get('getMySoftPhone')
  @AllowSession()
  getMySoftPhone(@CurrentActor() actor: Actor): Promise<Softphone | null> {
    return this.queries.mine(actor);
  }

  @Summary('List extensions with their holders')
  @Get('list')
  @Allow('softphone:manage')
  list(@CurrentActor() actor: Actor, @Query({ schema: SoftphoneListQuery }) query: SoftphoneListQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Read one extension')
  @Get('info/:id')
  @Allow('softphone:manage')
  info(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.info(actor, id);
  }

  @Summary('Find the extension of a collector')
  @Get('getByBindAgentId')
  @Allow('softphone:manage', { scope: 'people' })
  ofAgent(
    @CurrentActor() actor: Actor,
    @Query({ schema: BoundCollectorQuery }) { agentId }: BoundCollectorQuery,
  ) {
    return this.queries.ofAgent(actor, agentId);
  }

  @Summary('List who held an extension, and when')
  @Get('bindRecord')
  @Allow('softphone:manage')
  records(@CurrentActor() actor: Actor, @Query({ schema: BindRecordQuery }) query: BindRecordQuery) {
    return this.queries.records(actor, query);
  }

  @Summary('Add an extension or change one')
  @Post('createOrUpdate')
  @HttpCode(200)
  @Allow('softphone:manage')
  save(@CurrentActor() actor: Actor, @Body({ schema: SoftphoneChange }) change: SoftphoneChange) {
    return this.softphones.save(actor, change);
  }

  @Summary('Give an extension to a collector, take it back, or switch it')
  @Post('operator')
  @HttpCode(200)
  @Allow('softphone:manage')
  operate(@CurrentActor() actor: Actor, @Body({ schema: SoftphoneAct }) act: SoftphoneAct) {
    return this.softphones.operate(actor, act);
  }
}
