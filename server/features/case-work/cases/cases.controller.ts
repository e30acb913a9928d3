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
import type { ExportAsked } from '../../../../contract/administration/exports.js';
import { PayLogQuery, PlanQuery } from '../../../../contract/money/payments.js';
import { IdText } from '../../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { ReadsCase } from '../../../platform/behaviour/record-reads.js';
import { CaseExportService } from './list/case-export.service.js';
import { CaseLaneQueries } from './list/case-lane.queries.js';
import { CaseListQueries } from './list/case-list.queries.js';
import { CasesQueries } from './cases.queries.js';
import { PlanQueries } from './plan.queries.js';
import { fromOlder } from '../../../domain/cases/records/record.rules.js';
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
  ) {}

  @Get('task/listing')
  @Allow('case:read', { byAddress: 'asFile' })
  listing(
    @CurrentActor() actor: Actor,
    @Query({ schema: CaseListQuery }) query: CaseListQuery,
  ): Promise<CasePage | StreamableFile | ExportAsked> {
    return query.output === '1' ? this.exports.cases(actor, query) : this.lists.listing(actor, query);
  }

  @Get('task/next')
  @Allow('case:read')
  next(@CurrentActor() actor: Actor, @Query({ schema: NextCaseQuery }) { after }: NextCaseQuery) {
    return this.lists.next(actor, after);
  }

  @Get('task/lane')
  @Allow('case:read')
  lane(@CurrentActor() actor: Actor, @Query({ schema: CaseLaneQuery }) query: CaseLaneQuery) {
    return this.lanes.lane(actor, query);
  }

  @Get('task/counts')
  @Allow('case:read')
  counts(@CurrentActor() actor: Actor, @Query({ schema: CaseCountsQuery }) query: CaseCountsQuery) {
    return this.lists.counts(actor, query);
  }

  @Get('task/info/:id')
  @Allow('case:read')
  @ReadsCase('VIEW_CASE')
  info(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.cases.info(actor, id);
  }

  @Get('task/loanItemInfo/:id')
  @Allow('plan:read')
  loanItemInfo(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Query({ schema: LoanItemQuery }) query: LoanItemQuery,
  ) {
    return this.cases.loanItemInfo(actor, id, query.taskId);
  }

  @Get('task/contacts/:id')
  @Allow('case:read')
  @ReadsCase('VIEW_CASE')
  contacts(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.cases.contacts(actor, id);
  }

  @Get('task/collectionLogs/:id')
  @Allow('case:read')
  collectionLogs(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Query({ schema: CollectionLogQuery }) query: CollectionLogQuery,
  ) {
    return this.plans.logs(actor, id, query);
  }

  @Get('repay/details')
  @Allow('plan:read')
  details(@CurrentActor() actor: Actor, @Query({ schema: PlanQuery }) query: PlanQuery) {
    return this.plans.plan(actor, query);
  }

  @Get('repay/payLogs')
  @Allow('plan:read')
  payLogs(@CurrentActor() actor: Actor, @Query({ schema: PayLogQuery }) query: PayLogQuery) {
    return this.plans.payLogs(actor, query);
  }

  @Post('task/record')
  @Allow('case:record')
  record(@CurrentActor() actor: Actor, @Body({ schema: RecordCall }) body: RecordCall) {
    return this.records.record(actor, body);
  }

  @Post('task/undoRecord')
  @Allow('case:record')
  undoRecord(@CurrentActor() actor: Actor, @Body({ schema: UndoRecord }) body: UndoRecord) {
    return this.undoing.undo(actor, body);
  }

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
