import { Controller, Get, Query } from '@nestjs/common';
import { ScoreCardQuery } from '../../../../contract/team/boards.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow, Raw } from '../../../platform/auth/allow.js';
import { Summary } from '../../../platform/http/summary.js';
import { ScoreCardReader } from './score-card-reader.service.js';

@Controller('achievementBoard')
export class ScoreCardsController {
  constructor(private readonly reader: ScoreCardReader) {}

  @Summary("Read the caller's figures of today")
  @Get('queryAgentAchievement')
  @Allow('card:read')
  @Raw()
  queryAgentAchievement(
    @CurrentActor() actor: Actor,
    @Query({ schema: ScoreCardQuery }) query: ScoreCardQuery,
  ) {
    return this.reader.today(actor, query.agentId ?? actor.userId);
  }
}
