import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import {
  ErasureDecision,
  ErasureWish,
  PrivacyLift,
  PrivacyQuery,
  PrivacyWish,
} from '../../../contract/contact/privacy.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { IdText } from '../../../contract/shared/id.js';
import { Summary } from '../../platform/http/summary.js';
import { AccessService } from './access.service.js';
import { PrivacyQueries } from './privacy.queries.js';
import { PrivacyService } from './privacy.service.js';

@Controller('privacy')
export class PrivacyController {
  constructor(
    private readonly accesses: AccessService,
    private readonly queries: PrivacyQueries,
    private readonly privacy: PrivacyService,
  ) {}

  @Summary('List borrowers who want to be left alone')
  @Get('list')
  @Allow('complaint:manage')
  list(@CurrentActor() actor: Actor, @Query({ schema: PrivacyQuery }) query: PrivacyQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Take what is held of a borrower, for him')
  @Get('access/:taskId')
  @Allow('complaint:manage', { scope: 'cases', countedAs: 'file' })
  access(@CurrentActor() actor: Actor, @Param('taskId', { schema: IdText }) taskId: number) {
    return this.accesses.archive(actor, taskId);
  }

  @Summary("Stop contact with a case's borrower and hide what is known")
  @Post('block')
  @Allow('complaint:manage')
  block(@CurrentActor() actor: Actor, @Body({ schema: PrivacyWish }) wish: PrivacyWish) {
    return this.privacy.block(actor, wish);
  }

  @Summary('End a block that somebody else has placed')
  @Post('lift')
  @Allow('approval:decide')
  lift(@CurrentActor() actor: Actor, @Body({ schema: PrivacyLift }) lift: PrivacyLift) {
    return this.privacy.lift(actor, lift);
  }

  @Summary('Ask a second administrator to erase a blocked borrower')
  @Post('ask')
  @Allow('approval:decide')
  ask(@CurrentActor() actor: Actor, @Body({ schema: ErasureWish }) wish: ErasureWish) {
    return this.privacy.ask(actor, wish);
  }

  @Summary('Approve or refuse an erasure that somebody else asked for')
  @Post('decide')
  @Allow('approval:decide')
  decide(@CurrentActor() actor: Actor, @Body({ schema: ErasureDecision }) decision: ErasureDecision) {
    return this.privacy.decide(actor, decision);
  }
}
