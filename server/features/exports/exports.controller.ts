import { Controller, Get, Param } from '@nestjs/common';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { AllowSession } from '../../platform/auth/allow.js';
import { ExportFilesQueries } from '../../platform/exports/export-files.queries.js';

@Controller('export')
export class ExportsController {
  constructor(private readonly files: ExportFilesQueries) {}

  @Get('list')
  @AllowSession()
  list(@CurrentActor() actor: Actor) {
    return this.files.list(actor);
  }

  @Get('file/:id')
  @AllowSession({ byAddress: 'always' })
  file(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.files.file(actor, id);
  }
}
