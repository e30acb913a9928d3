import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import {
  AnomalyRulesChange,
  ConfigHistoryQuery,
  RegulatorTermsChange,
  LegalSourcesChange,
  SealMailChange,
  FirstContactChange,
  MessagePlacesChange,
  NumberViewersChange,
  SystemLimitsChange,
} from '../../../../contract/administration/configuration.js';
import type { z } from 'zod';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { Summary } from '../../../platform/http/summary.js';
import { ConfigurationService } from './configuration.service.js';

@Controller()
export class ConfigurationController {
  constructor(private readonly configuration: ConfigurationService) {}

  @Summary('Read how many files, rows and revealed numbers a person may have')
  @Get('menu/getSysConfig')
  @Allow('system:manage')
  limits(@CurrentActor() actor: Actor) {
    return this.configuration.read(actor, 'limits');
  }

  @Summary('Change how many files, rows and revealed numbers a person may have')
  @Post('menu/updateSysConfig')
  @Allow('system:manage')
  changeLimits(
    @CurrentActor() actor: Actor,
    @Body({ schema: SystemLimitsChange }) change: z.infer<typeof SystemLimitsChange>,
  ) {
    return this.configuration.change(actor, 'limits', change);
  }

  @Summary('Read which roles see whole phone numbers')
  @Get('manage/config/query')
  @Allow('config:manage')
  numbers(@CurrentActor() actor: Actor) {
    return this.configuration.read(actor, 'numbers');
  }

  @Summary('List earlier versions of a setting with their authors')
  @Get('manage/config/history')
  @Allow('config:manage')
  history(@CurrentActor() actor: Actor, @Query({ schema: ConfigHistoryQuery }) part: ConfigHistoryQuery) {
    return this.configuration.history(actor, 'numbers', part);
  }

  @Summary('Change which roles see whole phone numbers')
  @Post('manage/config/update')
  @Allow('config:manage')
  changeNumbers(
    @CurrentActor() actor: Actor,
    @Body({ schema: NumberViewersChange }) change: z.infer<typeof NumberViewersChange>,
  ) {
    return this.configuration.change(actor, 'numbers', change);
  }

  @Summary('Read from which counts on behaviour is unusual')
  @Get('monitor/rules')
  @Allow('monitor:handle')
  anomalies(@CurrentActor() actor: Actor) {
    return this.configuration.read(actor, 'anomalies');
  }

  @Summary('Change from which counts on behaviour is unusual')
  @Post('monitor/rules')
  @Allow('monitor:manage')
  changeAnomalies(
    @CurrentActor() actor: Actor,
    @Body({ schema: AnomalyRulesChange }) change: z.infer<typeof AnomalyRulesChange>,
  ) {
    return this.configuration.change(actor, 'anomalies', change);
  }

  @Summary('Read what is said to a borrower at a first contact')
  @Get('guard/firstContact')
  @Allow('guard:manage')
  firstContact(@CurrentActor() actor: Actor) {
    return this.configuration.read(actor, 'firstContact');
  }

  @Summary('Change what is said to a borrower at a first contact')
  @Post('guard/firstContact')
  @Allow('guard:manage')
  changeFirstContact(
    @CurrentActor() actor: Actor,
    @Body({ schema: FirstContactChange }) change: z.infer<typeof FirstContactChange>,
  ) {
    return this.configuration.change(actor, 'firstContact', change);
  }

  @Summary('Read what the regulator asks for: months, terms and numbers that may call')
  @Get('guard/regulator')
  @Allow('complaint:manage', { scope: 'institutions' })
  regulatorTerms(@CurrentActor() actor: Actor) {
    return this.configuration.read(actor, 'regulatorTerms');
  }

  @Summary('Change what the regulator asks for: months, terms and numbers that may call')
  @Post('guard/regulator')
  @Allow('system:manage')
  changeRegulatorTerms(
    @CurrentActor() actor: Actor,
    @Body({ schema: RegulatorTermsChange }) change: z.infer<typeof RegulatorTermsChange>,
  ) {
    return this.configuration.change(actor, 'regulatorTerms', change);
  }

  @Summary('Read who is mailed the signed words of each day')
  @Get('seals/mail')
  @Allow('system:manage')
  sealMail(@CurrentActor() actor: Actor) {
    return this.configuration.read(actor, 'sealMail');
  }

  @Summary('Change who is mailed the signed words of each day')
  @Post('seals/mail')
  @Allow('system:manage')
  changeSealMail(
    @CurrentActor() actor: Actor,
    @Body({ schema: SealMailChange }) change: z.infer<typeof SealMailChange>,
  ) {
    return this.configuration.change(actor, 'sealMail', change);
  }

  @Summary('Read the texts of law that rules of contact rest on')
  @Get('guard/sources')
  @Allow('guard:manage')
  legalSources(@CurrentActor() actor: Actor) {
    return this.configuration.read(actor, 'legalSources');
  }

  @Summary('Change the texts of law that rules of contact rest on')
  @Post('guard/sources')
  @Allow('guard:manage')
  changeLegalSources(
    @CurrentActor() actor: Actor,
    @Body({ schema: LegalSourcesChange }) change: z.infer<typeof LegalSourcesChange>,
  ) {
    return this.configuration.change(actor, 'legalSources', change);
  }

  @Summary('Read which placeholders a message may use')
  @Get('sms/places/config/read')
  @Allow('template:manage')
  places(@CurrentActor() actor: Actor) {
    return this.configuration.read(actor, 'places');
  }

  @Summary('Change which placeholders a message may use')
  @Post('sms/places/config/update')
  @Allow('template:manage')
  changePlaces(
    @CurrentActor() actor: Actor,
    @Body({ schema: MessagePlacesChange }) change: z.infer<typeof MessagePlacesChange>,
  ) {
    return this.configuration.change(actor, 'places', change);
  }
}
