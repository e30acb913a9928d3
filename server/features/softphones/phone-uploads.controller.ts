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
import { PhoneSheetService } from './phone-sheet.service.js';

@Controller('softPhone')
export class PhoneUploadsController {
  constructor(
    private readonly form: UploadForm,
    private readonly uploads: SheetUploadsService,
    private readonly queries: SheetUploadsQueries,
    private readonly sheet: PhoneSheetService,
  ) {}

  @Summary('Download an empty workbook of extensions')
  @Get('downloadUploadTmp')
  @Allow('softphone:manage')
  @Raw()
  @Header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  @Header('content-disposition', 'attachment; filename="softphones.xlsx"')
  async template(@CurrentActor() actor: Actor) {
    return this.queries.template('softphones', await this.sheet.values(actor));
  }

  @Summary('Check a workbook of extensions without changing any')
  @Post('uploadExcel')
  @HttpCode(200)
  @Allow('softphone:manage')
  @FileLimit(16)
  async upload(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<{ uploadId: number }> {
    return this.uploads.upload(actor, 'softphones', await this.form.file(request));
  }

  @Summary('Read what a checked workbook would do')
  @Get('uploadResult/:id')
  @Allow('softphone:manage')
  result(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.upload(actor, 'softphones', id);
  }

  @Summary('List what would become of each extension')
  @Get('uploadResult/:id/rows')
  @Allow('softphone:manage')
  rows(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Query({ schema: SheetRowsQuery }) query: SheetRowsQuery,
  ) {
    return this.queries.rows(actor, 'softphones', id, query);
  }

  @Summary('Download the extensions that were refused, each with its reason')
  @Get('uploadResult/:id/errors')
  @Allow('softphone:manage')
  @Raw()
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="softphone-errors.csv"')
  errors(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.errorsCsv(actor, 'softphones', id);
  }

  @Summary('Carry out a checked workbook of extensions')
  @Post('applyUpload')
  @HttpCode(200)
  @Allow('softphone:manage')
  apply(@CurrentActor() actor: Actor, @Body({ schema: SheetConfirm }) confirm: SheetConfirm) {
    return this.uploads.confirm(actor, 'softphones', confirm);
  }
}
