import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { IdText } from '../../../contract/shared/id.js';
import {
  BindRecordQuery,
  BoundAgent,
  SoftphoneAct,
  SoftphoneChange,
  SoftphoneListQuery,
  type Softphone,
} from '../../../contract/contact/softphones.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow, AllowSession } from '../../platform/auth/allow.js';
import { SoftphonesQueries } from './softphones.queries.js';
import { SoftphonesService } from './softphones.service.js';

@Controller('softPhone')
export class SoftphonesController {
  constructor(
    private readonly queries: SoftphonesQueries,
    private readonly softphones: SoftphonesService,
  ) {}

  @Get('getMySoftPhone')
  @AllowSession()
  getMySoftPhone(@CurrentActor() actor: Actor): Promise<Softphone | null> {
    return this.queries.mine(actor);
  }

  @Get('list')
  @Allow('softphone:manage')
  list(@CurrentActor() actor: Actor, @Query({ schema: SoftphoneListQuery }) query: SoftphoneListQuery) {
    return this.queries.list(actor, query);
  }

  @Get('info/:id')
  @Allow('softphone:manage')
  info(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.info(actor, id);
  }

  @Get('getByBindAgentId')
  @Allow('softphone:manage', { scope: 'people' })
  ofAgent(@CurrentActor() actor: Actor, @Query({ schema: BoundAgent }) { agentId }: BoundAgent) {
    return this.queries.ofAgent(actor, agentId);
  }

  @Get('bindRecord')
  @Allow('softphone:manage')
  records(@CurrentActor() actor: Actor, @Query({ schema: BindRecordQuery }) query: BindRecordQuery) {
    return this.queries.records(actor, query);
  }

  @Post('createOrUpdate')
  @HttpCode(200)
  @Allow('softphone:manage')
  save(@CurrentActor() actor: Actor, @Body({ schema: SoftphoneChange }) change: SoftphoneChange) {
    return this.softphones.save(actor, change);
  }

  @Post('operator')
  @HttpCode(200)
  @Allow('softphone:manage')
  operate(@CurrentActor() actor: Actor, @Body({ schema: SoftphoneAct }) act: SoftphoneAct) {
    return this.softphones.operate(actor, act);
  }
}
