import { Body, Controller, Get, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import {
  CaseCountsQuery,
  CaseLaneQuery,
  CaseListQuery,
  LoanItemQuery,
  NextCaseQuery,
  type CasePage,
} from '../../../../contract/cases/cases.js';
import {
  CollectionLogQuery,
  RecordCall,
  RecordCallOlder,
  UndoRecord,
} from '../../../../contract/cases/records.js';
import { FirstContactQuery } from '../../../../contract/contact/first-contact.js';
import type { ExportRequested } from '../../../../contract/administration/exports.js';
import { PayLogQuery, PlanQuery } from '../../../../contract/money/payments.js';
import { IdText } from '../../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { Summary } from '../../../platform/http/summary.js';
import { ReadsCase } from '../../../platform/behaviour/record-reads.js';
import { CaseExportService } from './list/case-export.service.js';
import { CaseLaneQueries } from './list/case-lane.queries.js';
import { CaseListQueries } from './list/case-list.queries.js';
import { CasesQueries } from './cases.queries.js';
import { PlanQueries } from './plan.queries.js';
import { fromOlder } from '../../../domain/cases/records/record.rules.js';
import { FirstContactService } from './records/first-contact.service.js';
import { RecordUndoService } from './records/record-undo.service.js';
import { RecordsService } from './records/records.service.js';

@Controller()
export class CasesController {
  constructor(
    private readonly lists: CaseListQueries,
    private readonly lanes: CaseLaneQueries,
    private readonly exports: CaseExportService,
    private readonly cases: CasesQueries,
    private readonly plans: PlanQueries,
    private readonly records: RecordsService,
    private readonly undoing: RecordUndoService,
    private readonly firstContacts: FirstContactService,
  ) {}

  @Summary("List the caller's cases, or make a file of them")
  @Get('task/listing')
  @Allow('case:read', { byAddress: 'asFile', keyScope: 'cases' })
  listing(
    @CurrentActor() actor: Actor,
    @Query({ schema: CaseListQuery }) query: CaseListQuery,
  ): Promise<CasePage | StreamableFile | ExportRequested> {
    return query.output === '1' ? this.exports.cases(actor, query) : this.lists.listing(actor, query);
  }

  @Summary("Find the case that follows in the caller's list")
  @Get('task/next')
  @Allow('case:read')
  next(@CurrentActor() actor: Actor, @Query({ schema: NextCaseQuery }) { after }: NextCaseQuery) {
    return this.lists.next(actor, after);
  }

  @Summary('List what is due soon: promises, follow-ups and broken promises')
  @Get('task/lane')
  @Allow('case:read')
  lane(@CurrentActor() actor: Actor, @Query({ schema: CaseLaneQuery }) query: CaseLaneQuery) {
    return this.lanes.lane(actor, query);
  }

  @Summary("Count the caller's cases by status")
  @Get('task/counts')
  @Allow('case:read')
  counts(@CurrentActor() actor: Actor, @Query({ schema: CaseCountsQuery }) query: CaseCountsQuery) {
    return this.lists.counts(actor, query);
  }

  @Summary('Read a case with its borrower and loan')
  @Get('task/info/:id')
  @Allow('case:read')
  @ReadsCase('VIEW_CASE')
  info(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.cases.info(actor, id);
  }

  @Summary("Read the amounts of a case's loan")
  @Get('task/loanItemInfo/:id')
  @Allow('plan:read')
  loanItemInfo(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Query({ schema: LoanItemQuery }) query: LoanItemQuery,
  ) {
    return this.cases.loanItemInfo(actor, id, query.taskId);
  }

  @Summary('List the contacts of a case and whether each may be called now')
  @Get('task/contacts/:id')
  @Allow('case:read')
  @ReadsCase('VIEW_CASE')
  contacts(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.cases.contacts(actor, id);
  }

  @Summary('List the collection records of a case')
  @Get('task/collectionLogs/:id')
  @Allow('case:read')
  collectionLogs(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Query({ schema: CollectionLogQuery }) query: CollectionLogQuery,
  ) {
    return this.plans.logs(actor, id, query);
  }

  @Summary('List the instalments of a loan with what is due of each')
  @Get('repay/details')
  @Allow('plan:read')
  details(@CurrentActor() actor: Actor, @Query({ schema: PlanQuery }) query: PlanQuery) {
    return this.plans.plan(actor, query);
  }

  @Summary('List the payments of a loan')
  @Get('repay/payLogs')
  @Allow('plan:read')
  payLogs(@CurrentActor() actor: Actor, @Query({ schema: PayLogQuery }) query: PayLogQuery) {
    return this.plans.payLogs(actor, query);
  }

  @Summary('Record the result of a call, with its promise and next action')
  @Post('task/record')
  @Allow('case:record')
  record(@CurrentActor() actor: Actor, @Body({ schema: RecordCall }) body: RecordCall) {
    return this.records.record(actor, body);
  }

  @Summary('Read what the caller has to say to a borrower who is talked to for the first time')
  @Get('task/firstContact')
  @Allow('case:record')
  firstContact(@CurrentActor() actor: Actor, @Query({ schema: FirstContactQuery }) query: FirstContactQuery) {
    return this.firstContacts.script(actor, query.taskId);
  }

  @Summary("Take back the caller's own last record")
  @Post('task/undoRecord')
  @Allow('case:record')
  undoRecord(@CurrentActor() actor: Actor, @Body({ schema: UndoRecord }) body: UndoRecord) {
    return this.undoing.undo(actor, body);
  }

  @Summary('Record a result by the older path')
  @Post('task/record/:id')
  @Allow('case:record')
  recordOlder(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Body({ schema: RecordCallOlder }) body: RecordCallOlder,
  ) {
    return this.records.record(actor, fromOlder(id, body));
  }
}
