import { Body, Controller, Get, Header, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  ResigningQuery,
  ScheduleDay,
  ScheduleQuery,
  SeatStatusChange,
  TaskNumConfig,
  UndoUpload,
} from '../../../contract/team/schedules.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow, Raw } from '../../platform/auth/allow.js';
import { FileLimit } from '../../platform/http/body-limits.js';
import { Summary } from '../../platform/http/summary.js';
import { UploadForm } from '../../platform/http/upload-form.js';
import { LeavingQueries } from './leaving.queries.js';
import { SchedulesQueries } from './schedules.queries.js';
import { SchedulesService } from './schedules.service.js';
import { ScheduleUploadsQueries } from './uploads.queries.js';
import { ScheduleUploadsService } from './uploads.service.js';

@Controller('workSchedule')
export class SchedulesController {
  constructor(
    private readonly form: UploadForm,
    private readonly queries: SchedulesQueries,
    private readonly uploads: ScheduleUploadsQueries,
    private readonly leaving: LeavingQueries,
    private readonly schedules: SchedulesService,
    private readonly undoing: ScheduleUploadsService,
  ) {}

  @Summary('List who works which queue on a day')
  @Get('list')
  @Allow('schedule:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: ScheduleQuery }) query: ScheduleQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Count by queue who is on duty, absent or resting')
  @Get('dutySum')
  @Allow('schedule:read')
  dutySum(@CurrentActor() actor: Actor, @Query({ schema: ScheduleDay }) query: ScheduleDay) {
    return this.queries.dutySum(actor, query);
  }

  @Summary('Predict how many collectors each queue needs')
  @Get('agentPrediction')
  @Allow('schedule:read')
  agentPrediction(@CurrentActor() actor: Actor, @Query({ schema: ScheduleDay }) query: ScheduleDay) {
    return this.queries.agentPrediction(actor, query);
  }

  @Summary('Read how many cases a collector may hold by seniority')
  @Get('taskNumConfig')
  @Allow('schedule:read')
  taskNum(@CurrentActor() actor: Actor) {
    return this.queries.taskNum(actor);
  }

  @Summary('Change how many cases a collector may hold by seniority')
  @Post('taskNumConfig')
  @HttpCode(200)
  @Allow('queue:manage')
  setTaskNum(@CurrentActor() actor: Actor, @Body({ schema: TaskNumConfig }) change: TaskNumConfig) {
    return this.schedules.setTaskNum(actor, change);
  }

  @Summary('Show the open cases of somebody who leaves')
  @Get('resigning')
  @Allow('user:manage')
  resigning(@CurrentActor() actor: Actor, @Query({ schema: ResigningQuery }) { userIds }: ResigningQuery) {
    return this.leaving.resigning(actor, userIds);
  }

  @Summary('Mark people as on duty, absent, resting or gone')
  @Post('updateStatus')
  @HttpCode(200)
  @Allow('schedule:manage', { scope: 'people' })
  setStatus(@CurrentActor() actor: Actor, @Body({ schema: SeatStatusChange }) change: SeatStatusChange) {
    return this.schedules.setStatus(actor, change);
  }

  @Summary('Upload the plan of who works when')
  @Post('upload')
  @HttpCode(200)
  @Allow('schedule:manage')
  @FileLimit(8)
  async upload(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<{ uploadId: number }> {
    return this.schedules.upload(actor, await this.form.file(request));
  }

  @Summary('Read what became of an uploaded plan')
  @Get('uploadResult/:id')
  @Allow('schedule:manage')
  uploadResult(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.uploads.upload(actor, id);
  }

  @Summary('Take an applied schedule back while all that it changed still stands')
  @Post('undoUpload')
  @HttpCode(200)
  @Allow('schedule:manage')
  undoUpload(@CurrentActor() actor: Actor, @Body({ schema: UndoUpload }) body: UndoUpload) {
    return this.undoing.undo(actor, body);
  }

  @Summary('Download the refused file with the cells to correct marked in it')
  @Get('uploadResult/:id/errors')
  @Allow('schedule:manage')
  @Raw()
  @Header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  @Header('content-disposition', 'attachment; filename="schedule-corrections.xlsx"')
  corrections(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.uploads.corrections(actor, id);
  }

  @Summary('Download an empty plan to fill in')
  @Get('downloadTemplate')
  @Allow('schedule:manage')
  @Raw()
  @Header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  @Header('content-disposition', 'attachment; filename="schedule.xlsx"')
  template(@CurrentActor() actor: Actor) {
    return this.uploads.template(actor);
  }
}
