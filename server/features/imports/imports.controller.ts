import { Body, Controller, Get, Header, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  FileReading,
  MappingDelete,
  NamedMapping,
  type ImportLook,
  type ImportPreview,
} from '../../../contract/cases/import-mapping.js';
import { ImportRef, ImportStart, type ImportStarted } from '../../../contract/cases/imports.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow, Raw } from '../../platform/auth/allow.js';
import { FileLimit } from '../../platform/http/body-limits.js';
import { Summary } from '../../platform/http/summary.js';
import { ImportMappingsService } from './import-mappings.service.js';
import { ImportsQueries } from './imports.queries.js';
import { ReleaseService } from './release.service.js';
import { UploadForm } from '../../platform/http/upload-form.js';
import { UploadsService } from './uploads.service.js';

@Controller('management/task/import')
export class ImportsController {
  constructor(
    private readonly form: UploadForm,
    private readonly uploads: UploadsService,
    private readonly imports: ImportsQueries,
    private readonly mappings: ImportMappingsService,
    private readonly releases: ReleaseService,
  ) {}

  @Summary('Upload a loan book or ledger file')
  @Post()
  @Allow('case:import', { keyScope: 'imports' })
  @FileLimit(64)
  async start(
    @CurrentActor() actor: Actor,
    @Query({ schema: ImportStart }) { release }: ImportStart,
    @Req() request: FastifyRequest,
  ): Promise<ImportStarted> {
    const { file, field } = await this.form.fileAnd(request, 'mapping', NamedMapping);
    return this.uploads.start(actor, file, { mapping: field, waits: release !== 'now' });
  }

  @Summary('Have the loans of an import handed out and contacted')
  @Post('release')
  @Allow('case:import', { keyScope: 'imports' })
  release(@CurrentActor() actor: Actor, @Body({ schema: ImportRef }) { id }: ImportRef) {
    return this.releases.release(actor, id);
  }

  @Summary('Take back the loans of an import that has not been released')
  @Post('takeBack')
  @Allow('case:import', { keyScope: 'imports' })
  takeBack(@CurrentActor() actor: Actor, @Body({ schema: ImportRef }) { id }: ImportRef) {
    return this.releases.takeBack(actor, id);
  }

  @Summary('Read how a file seems to be written and which heading is which column')
  @Post('look')
  @Allow('case:import')
  @FileLimit(64)
  async look(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<ImportLook> {
    const { file, field } = await this.form.fileAnd(request, 'reading', FileReading);
    return this.uploads.look(actor, file, field ?? {});
  }

  @Summary('Read what an import of a file would do, and what in it is refused or doubtful')
  @Post('preview')
  @Allow('case:import', { keyScope: 'imports' })
  @FileLimit(64)
  async preview(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<ImportPreview> {
    const { file, field } = await this.form.fileAnd(request, 'mapping', NamedMapping);
    return this.uploads.preview(actor, file, field);
  }

  @Summary('Forget how a kind of file is read')
  @Post('mapping/delete')
  @Allow('case:import')
  deleteMapping(@CurrentActor() actor: Actor, @Body({ schema: MappingDelete }) { id }: MappingDelete) {
    return this.mappings.delete(actor, id);
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
  @Allow('case:import', { keyScope: 'imports' })
  run(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.imports.run(actor, id);
  }

  @Summary('Send an imported file again, and download its rows that were refused, with a column of reasons')
  @Post(':id/refusedRows')
  @HttpCode(200)
  @Allow('case:import', { keyScope: 'imports' })
  @FileLimit(64)
  @Raw()
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="refused-rows.csv"')
  async refusedRows(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Req() request: FastifyRequest,
  ): Promise<string> {
    const { file, field } = await this.form.fileAnd(request, 'mapping', NamedMapping);
    return this.uploads.refusedRows(actor, id, file, field);
  }

  @Summary('Download line, column and reason of what was refused')
  @Get(':id/errors')
  @Allow('case:import', { keyScope: 'imports' })
  @Raw()
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="import-errors.csv"')
  errors(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.imports.errorsCsv(actor, id);
  }
}
