import { Body, Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  AllocateComplaint,
  AllocateComplaints,
  ClassifyComplaint,
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
import { Summary } from '../../platform/http/summary.js';
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

  @Summary('List complaints with their level and deadline')
  @Get('list')
  @Allow('complaint:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: ComplaintsQuery }) query: ComplaintsQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Count complaints by state')
  @Get('counts')
  @Allow('complaint:read')
  counts(@CurrentActor() actor: Actor) {
    return this.queries.counts(actor);
  }

  @Summary('List the people who may be given a complaint, with their load')
  @Get('handlers')
  @Allow('complaint:manage')
  handlers(@CurrentActor() actor: Actor) {
    return this.queries.handlers(actor);
  }

  @Summary('Read a complaint with the steps taken')
  @Get('detail/:id')
  @Allow('complaint:read')
  detail(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.detail(actor, id);
  }

  @Summary('Count complaints by kind and outcome over a span')
  @Get('report')
  @Allow('complaint:read')
  report(@CurrentActor() actor: Actor, @Query({ schema: ComplaintReportQuery }) query: ComplaintReportQuery) {
    return this.reports.report(actor, query);
  }

  @Summary('Open a file that was attached')
  @Get('attachment/:id')
  @Allow('complaint:read', { byAddress: 'always' })
  attachment(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.attachments.open(actor, id);
  }

  @Summary('Attach a file to a complaint')
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

  @Summary('Register a complaint of a borrower')
  @Post('create')
  @Allow('complaint:handle')
  create(@CurrentActor() actor: Actor, @Body({ schema: NewComplaint }) input: NewComplaint) {
    return this.added.create(actor, input);
  }

  @Summary('Hand a complaint to the person who handles it')
  @Post('allocate')
  @Allow('complaint:manage')
  allocate(@CurrentActor() actor: Actor, @Body({ schema: AllocateComplaint }) input: AllocateComplaint) {
    return this.complaints.allocate(actor, input);
  }

  @Summary('Hand several complaints to one person')
  @Post('batchAllocate')
  @Allow('complaint:manage')
  batchAllocate(
    @CurrentActor() actor: Actor,
    @Body({ schema: AllocateComplaints }) input: AllocateComplaints,
  ) {
    return this.complaints.allocateAll(actor, input);
  }

  @Summary("Choose the regulator's cause under which a complaint is reported")
  @Post('classify')
  @Allow('complaint:manage')
  classify(@CurrentActor() actor: Actor, @Body({ schema: ClassifyComplaint }) input: ClassifyComplaint) {
    return this.complaints.classify(actor, input);
  }

  @Summary('Record how a complaint is handled')
  @Post('process')
  @Allow('complaint:handle')
  process(@CurrentActor() actor: Actor, @Body({ schema: ProcessComplaint }) input: ProcessComplaint) {
    return this.complaints.process(actor, input);
  }

  @Summary('Propose a complaint for closing')
  @Post('done')
  @Allow('complaint:manage')
  done(@CurrentActor() actor: Actor, @Body({ schema: CompleteComplaint }) input: CompleteComplaint) {
    return this.complaints.done(actor, input);
  }

  @Summary('Send a complaint back to whoever handled it')
  @Post('return')
  @Allow('complaint:handle')
  return(@CurrentActor() actor: Actor, @Body({ schema: MoveComplaint }) input: MoveComplaint) {
    return this.complaints.return(actor, input);
  }

  @Summary('Open a closed complaint again')
  @Post('reopen')
  @Allow('complaint:manage')
  reopen(@CurrentActor() actor: Actor, @Body({ schema: MoveComplaint }) input: MoveComplaint) {
    return this.complaints.reopen(actor, input);
  }

  @Summary('Announce a penalty that follows from a complaint')
  @Post('penalty')
  @Allow('complaint:manage')
  penalty(@CurrentActor() actor: Actor, @Body({ schema: FineComplaint }) input: FineComplaint) {
    return this.complaints.penalty(actor, input);
  }

  @Summary('Hand a complaint on to another institution')
  @Post('transfer')
  @Allow('complaint:manage')
  transfer(@CurrentActor() actor: Actor, @Body({ schema: MoveComplaint }) input: MoveComplaint) {
    return this.complaints.transfer(actor, input);
  }
}
