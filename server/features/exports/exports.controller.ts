import { Controller, Get, Param } from '@nestjs/common';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { AllowSession } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { ExportFilesQueries } from '../../platform/exports/export-files.queries.js';

@Controller('export')
export class ExportsController {
  constructor(private readonly files: ExportFilesQueries) {}

  @Summary("List the caller's files and how far each one is")
  @Get('list')
  @AllowSession()
  list(@CurrentActor() actor: Actor) {
    return this.files.list(actor);
  }

  @Summary('Download a file that is ready')
  @Get('file/:id')
  @AllowSession({ byAddress: 'always' })
  file(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.files.file(actor, id);
  }
}
