import { Body, Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  AllocateComplaint,
  AllocateComplaints,
  CompleteComplaint,
  ComplaintReportQuery,
  ComplaintsQuery,
  FineComplaint,
  MoveComplaint,
  NewComplaint,
  ProcessComplaint,
} from '../../../contract/supervision/complaints.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { FileLimit } from '../../platform/http/body-limits.js';
import { UploadForm } from '../../platform/http/upload-form.js';
import { AttachmentsService } from './attachments.service.js';
import { ComplaintReportQueries } from './complaint-report.queries.js';
import { ComplaintsQueries } from './complaints.queries.js';
import { ComplaintsService } from './complaints.service.js';
import { NewComplaintsService } from './new-complaints.service.js';

@Controller('customer/service')
export class ComplaintsController {
  constructor(
    private readonly queries: ComplaintsQueries,
    private readonly reports: ComplaintReportQueries,
    private readonly complaints: ComplaintsService,
    private readonly added: NewComplaintsService,
    private readonly attachments: AttachmentsService,
    private readonly form: UploadForm,
  ) {}

  @Get('list')
  @Allow('complaint:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: ComplaintsQuery }) query: ComplaintsQuery) {
    return this.queries.list(actor, query);
  }

  @Get('counts')
  @Allow('complaint:read')
  counts(@CurrentActor() actor: Actor) {
    return this.queries.counts(actor);
  }

  @Get('detail/:id')
  @Allow('complaint:read')
  detail(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.detail(actor, id);
  }

  @Get('report')
  @Allow('complaint:read')
  report(@CurrentActor() actor: Actor, @Query({ schema: ComplaintReportQuery }) query: ComplaintReportQuery) {
    return this.reports.report(actor, query);
  }

  @Get('attachment/:id')
  @Allow('complaint:read', { byAddress: 'always' })
  attachment(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.attachments.open(actor, id);
  }

  @Post('attachments/:id')
  @Allow('complaint:handle')
  @FileLimit(10)
  async attach(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Req() request: FastifyRequest,
  ) {
    await this.attachments.checkExists(actor, id);
    return this.attachments.add(actor, id, await this.form.file(request));
  }

  @Post('create')
  @Allow('complaint:handle')
  create(@CurrentActor() actor: Actor, @Body({ schema: NewComplaint }) said: NewComplaint) {
    return this.added.create(actor, said);
  }

  @Post('allocate')
  @Allow('complaint:manage')
  allocate(@CurrentActor() actor: Actor, @Body({ schema: AllocateComplaint }) said: AllocateComplaint) {
    return this.complaints.allocate(actor, said);
  }

  @Post('batchAllocate')
  @Allow('complaint:manage')
  batchAllocate(
    @CurrentActor() actor: Actor,
    @Body({ schema: AllocateComplaints }) said: AllocateComplaints,
  ) {
    return this.complaints.allocateAll(actor, said);
  }

  @Post('process')
  @Allow('complaint:handle')
  process(@CurrentActor() actor: Actor, @Body({ schema: ProcessComplaint }) said: ProcessComplaint) {
    return this.complaints.process(actor, said);
  }

  @Post('done')
  @Allow('complaint:manage')
  done(@CurrentActor() actor: Actor, @Body({ schema: CompleteComplaint }) said: CompleteComplaint) {
    return this.complaints.done(actor, said);
  }

  @Post('return')
  @Allow('complaint:handle')
  return(@CurrentActor() actor: Actor, @Body({ schema: MoveComplaint }) said: MoveComplaint) {
    return this.complaints.return(actor, said);
  }

  @Post('reopen')
  @Allow('complaint:manage')
  reopen(@CurrentActor() actor: Actor, @Body({ schema: MoveComplaint }) said: MoveComplaint) {
    return this.complaints.reopen(actor, said);
  }

  @Post('penalty')
  @Allow('complaint:manage')
  penalty(@CurrentActor() actor: Actor, @Body({ schema: FineComplaint }) said: FineComplaint) {
    return this.complaints.penalty(actor, said);
  }

  @Post('transfer')
  @Allow('complaint:manage')
  transfer(@CurrentActor() actor: Actor, @Body({ schema: MoveComplaint }) said: MoveComplaint) {
    return this.complaints.transfer(actor, said);
  }
}
