import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import {
  AnomalyRulesChange,
  ConfigHistoryQuery,
  MessagePlacesChange,
  NumberViewersChange,
  SystemLimitsChange,
} from '../../../../contract/administration/configuration.js';
import type { z } from 'zod';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { ConfigurationService } from './configuration.service.js';

@Controller()
export class ConfigurationController {
  constructor(private readonly configuration: ConfigurationService) {}

  @Get('menu/getSysConfig')
  @Allow('system:manage')
  limits(@CurrentActor() actor: Actor) {
    return this.configuration.read(actor, 'limits');
  }

  @Post('menu/updateSysConfig')
  @Allow('system:manage')
  changeLimits(
    @CurrentActor() actor: Actor,
    @Body({ schema: SystemLimitsChange }) change: z.infer<typeof SystemLimitsChange>,
  ) {
    return this.configuration.change(actor, 'limits', change);
  }

  @Get('manage/config/query')
  @Allow('config:manage')
  numbers(@CurrentActor() actor: Actor) {
    return this.configuration.read(actor, 'numbers');
  }

  @Get('manage/config/history')
  @Allow('config:manage')
  history(@CurrentActor() actor: Actor, @Query({ schema: ConfigHistoryQuery }) part: ConfigHistoryQuery) {
    return this.configuration.history(actor, 'numbers', part);
  }

  @Post('manage/config/update')
  @Allow('config:manage')
  changeNumbers(
    @CurrentActor() actor: Actor,
    @Body({ schema: NumberViewersChange }) change: z.infer<typeof NumberViewersChange>,
  ) {
    return this.configuration.change(actor, 'numbers', change);
  }

  @Get('monitor/rules')
  @Allow('monitor:handle')
  anomalies(@CurrentActor() actor: Actor) {
    return this.configuration.read(actor, 'anomalies');
  }

  @Post('monitor/rules')
  @Allow('monitor:manage')
  changeAnomalies(
    @CurrentActor() actor: Actor,
    @Body({ schema: AnomalyRulesChange }) change: z.infer<typeof AnomalyRulesChange>,
  ) {
    return this.configuration.change(actor, 'anomalies', change);
  }

  @Get('sms/places/config/read')
  @Allow('template:manage')
  places(@CurrentActor() actor: Actor) {
    return this.configuration.read(actor, 'places');
  }

  @Post('sms/places/config/update')
  @Allow('template:manage')
  changePlaces(
    @CurrentActor() actor: Actor,
    @Body({ schema: MessagePlacesChange }) change: z.infer<typeof MessagePlacesChange>,
  ) {
    return this.configuration.change(actor, 'places', change);
  }
}
