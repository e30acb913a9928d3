import { Body, Controller, Get, Header, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { IdText } from '../../../contract/shared/id.js';
import { SheetConfirm, SheetRowsQuery } from '../../../contract/administration/sheet-uploads.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow, Raw } from '../../platform/auth/allow.js';
import { FileLimit } from '../../platform/http/body-limits.js';
import { Summary } from '../../platform/http/summary.js';
import { UploadForm } from '../../platform/http/upload-form.js';
import { SheetUploadsQueries } from '../sheet-uploads/sheet-uploads.queries.js';
import { SheetUploadsService } from '../sheet-uploads/sheet-uploads.service.js';
import { MadeCodesService } from './made-codes.service.js';
import { UserSheetService } from './user-sheet.service.js';

@Controller('manage/user')
export class UserUploadsController {
  constructor(
    private readonly form: UploadForm,
    private readonly uploads: SheetUploadsService,
    private readonly queries: SheetUploadsQueries,
    private readonly sheet: UserSheetService,
    private readonly codes: MadeCodesService,
  ) {}

  @Summary('Download an empty workbook of people')
  @Get('downloadTemplate')
  @Allow('user:manage')
  @Raw()
  @Header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  @Header('content-disposition', 'attachment; filename="users.xlsx"')
  async template(@CurrentActor() actor: Actor) {
    return this.queries.template('users', await this.sheet.values(actor));
  }

  @Summary('Check a workbook of people without changing any')
  @Post('upload')
  @HttpCode(200)
  @Allow('user:manage')
  @FileLimit(16)
  async upload(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<{ uploadId: number }> {
    return this.uploads.upload(actor, 'users', await this.form.file(request));
  }

  @Summary('Read what a checked workbook of people would do')
  @Get('uploadResult/:id')
  @Allow('user:manage')
  result(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.upload(actor, 'users', id);
  }

  @Summary('List what would become of each person')
  @Get('uploadResult/:id/rows')
  @Allow('user:manage')
  rows(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Query({ schema: SheetRowsQuery }) query: SheetRowsQuery,
  ) {
    return this.queries.rows(actor, 'users', id, query);
  }

  @Summary('Download the people who were refused, each with the reason')
  @Get('uploadResult/:id/errors')
  @Allow('user:manage')
  @Raw()
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="user-errors.csv"')
  errors(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.errorsCsv(actor, 'users', id);
  }

  @Summary('Carry out a checked workbook of people')
  @Post('applyUpload')
  @HttpCode(200)
  @Allow('user:manage')
  apply(@CurrentActor() actor: Actor, @Body({ schema: SheetConfirm }) confirm: SheetConfirm) {
    return this.uploads.confirm(actor, 'users', confirm);
  }

  @Summary('Reveal the first passwords of people who were added, once')
  @Post('uploadCodes')
  @HttpCode(200)
  @Allow('user:manage')
  @Raw()
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="activation-codes.csv"')
  tellCodes(@CurrentActor() actor: Actor, @Body({ schema: SheetConfirm }) { id }: SheetConfirm) {
    return this.codes.tell(actor, id);
  }
}
