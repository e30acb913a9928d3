import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import {
  ComplaintCauseChange,
  ComplaintCausesQuery,
} from '../../../contract/supervision/complaint-causes.js';
import {
  ComplaintMonthQuery,
  ComplaintMonthsQuery,
  ConfirmMonth,
} from '../../../contract/supervision/complaint-months.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { ComplaintCausesQueries } from './complaint-causes.queries.js';
import { ComplaintCausesService } from './complaint-causes.service.js';
import { ComplaintMonthsQueries } from './complaint-months.queries.js';
import { ComplaintMonthsService } from './complaint-months.service.js';

@Controller()
export class ComplaintMonthsController {
  constructor(
    private readonly queries: ComplaintMonthsQueries,
    private readonly months: ComplaintMonthsService,
    private readonly causes: ComplaintCausesService,
    private readonly causesKept: ComplaintCausesQueries,
  ) {}

  @Summary("List a year's months of complaints and whether each is confirmed")
  @Get('complaint-month/list')
  @Allow('complaint:manage', { scope: 'institutions' })
  list(@CurrentActor() actor: Actor, @Query({ schema: ComplaintMonthsQuery }) query: ComplaintMonthsQuery) {
    return this.queries.list(actor, query);
  }

  @Summary("Count a month's complaints by the regulator's causes, beside the month before")
  @Get('complaint-month/detail')
  @Allow('complaint:manage', { scope: 'institutions' })
  detail(@CurrentActor() actor: Actor, @Query({ schema: ComplaintMonthQuery }) query: ComplaintMonthQuery) {
    return this.queries.detail(actor, query);
  }

  @Summary('Take the file of a month that is confirmed, for the regulator')
  @Get('complaint-month/file')
  @Allow('complaint:manage', { scope: 'institutions', countedAs: 'file' })
  file(@CurrentActor() actor: Actor, @Query({ schema: ComplaintMonthQuery }) query: ComplaintMonthQuery) {
    return this.queries.file(actor, query);
  }

  @Summary("Stand by a month's figures, also when there was no complaint")
  @Post('complaint-month/confirm')
  @HttpCode(200)
  @Allow('complaint:manage', { scope: 'institutions' })
  confirm(@CurrentActor() actor: Actor, @Body({ schema: ConfirmMonth }) input: ConfirmMonth) {
    return this.months.confirm(actor, input);
  }

  @Summary("List the regulator's causes of complaints")
  @Get('complaint-cause/list')
  @Allow('complaint:read', { scope: 'institutions' })
  listCauses(@Query({ schema: ComplaintCausesQuery }) query: ComplaintCausesQuery) {
    return this.causesKept.list(query);
  }

  @Summary("Add or change one of the regulator's causes, for all institutions")
  @Post('complaint-cause/save')
  @HttpCode(200)
  @Allow('complaintCause:manage', { topmost: true })
  saveCause(
    @CurrentActor() actor: Actor,
    @Body({ schema: ComplaintCauseChange }) change: ComplaintCauseChange,
  ) {
    return this.causes.save(actor, change);
  }
}
