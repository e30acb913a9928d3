import { Controller, Get, Query } from '@nestjs/common';
import { StatisticsQuery } from '../../../contract/team/statistics.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { StatisticsService } from './statistics.service.js';

@Controller('repay/statistics')
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  @Summary('List the payments of a day, or make a file of them')
  @Get()
  @Allow('statistics:read', { byAddress: 'asFile', keyScope: 'payments' })
  read(@CurrentActor() actor: Actor, @Query({ schema: StatisticsQuery }) query: StatisticsQuery) {
    return this.statistics.read(actor, query);
  }
}
