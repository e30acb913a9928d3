import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { DraftSave } from '../../../contract/preferences.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { DraftsService } from './drafts.service.js';

@Controller('preferences/drafts/:taskId')
export class DraftsController {
  constructor(private readonly drafts: DraftsService) {}

  @Summary('Read what the caller began to record for a case')
  @Get()
  @Allow('case:record')
  read(@CurrentActor() actor: Actor, @Param('taskId', { schema: IdText }) taskId: number) {
    return this.drafts.read(actor, taskId);
  }

  @Summary('Keep what the caller began to record for a case')
  @Post()
  @Allow('case:record')
  save(
    @CurrentActor() actor: Actor,
    @Param('taskId', { schema: IdText }) taskId: number,
    @Body({ schema: DraftSave }) save: DraftSave,
  ) {
    return this.drafts.save(actor, taskId, save);
  }

  @Summary('Throw away what the caller began to record for a case')
  @Post('delete')
  @Allow('case:record')
  delete(@CurrentActor() actor: Actor, @Param('taskId', { schema: IdText }) taskId: number) {
    return this.drafts.delete(actor, taskId);
  }
}
