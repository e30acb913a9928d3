import { Controller, Get, Header, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { ImportStarted } from '../../../contract/cases/imports.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow, Raw } from '../../platform/auth/allow.js';
import { FileLimit } from '../../platform/http/body-limits.js';
import { Summary } from '../../platform/http/summary.js';
import { ImportsQueries } from './imports.queries.js';
import { UploadForm } from '../../platform/http/upload-form.js';
import { UploadsService } from './uploads.service.js';

@Controller('management/task/import')
export class ImportsController {
  constructor(
    private readonly form: UploadForm,
    private readonly uploads: UploadsService,
    private readonly imports: ImportsQueries,
  ) {}

  @Summary('Upload a loan book or ledger file')
  @Post()
  @Allow('case:import')
  @FileLimit(64)
  async start(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<ImportStarted> {
    return this.uploads.start(actor, await this.form.file(request));
  }

  @Summary('Download an empty file with the columns that are read')
  @Get('template')
  @Allow('case:import')
  @Raw()
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="loan-book.csv"')
  template(@CurrentActor() actor: Actor) {
    return this.imports.template(actor);
  }

  @Summary('Read how far an upload is and what it did')
  @Get(':id')
  @Allow('case:import')
  run(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.imports.run(actor, id);
  }

  @Summary('Download the rows that were refused, each with its reason')
  @Get(':id/errors')
  @Allow('case:import')
  @Raw()
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="import-errors.csv"')
  errors(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.imports.errorsCsv(actor, id);
  }
}
