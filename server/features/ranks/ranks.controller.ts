import { Controller, Get, Query } from '@nestjs/common';
import { RankQuery } from '../../../contract/team/ranks.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { RanksService } from './ranks.service.js';

@Controller('manage/user/rank')
export class RanksController {
  constructor(private readonly ranks: RanksService) {}

  @Summary('Rank collectors by what they recovered in a month')
  @Get()
  @Allow('board:read')
  read(@CurrentActor() actor: Actor, @Query({ schema: RankQuery }) query: RankQuery) {
    return this.ranks.read(actor, query);
  }
}
