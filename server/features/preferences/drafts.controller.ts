import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { DraftSave, type DraftAnswer, type StoredDraft } from '../../../contract/preferences.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { DraftsService } from './drafts.service.js';

@Controller('preferences/drafts/:taskId')
export class DraftsController {
  constructor(private readonly drafts: DraftsService) {}

  @Get()
  @Allow('case:record')
  read(
    @CurrentActor() actor: Actor,
    @Param('taskId', { schema: IdText }) taskId: number,
  ): Promise<StoredDraft | null> {
    return this.drafts.read(actor, taskId);
  }

  @Post()
  @HttpCode(200)
  @Allow('case:record')
  save(
    @CurrentActor() actor: Actor,
    @Param('taskId', { schema: IdText }) taskId: number,
    @Body({ schema: DraftSave }) save: DraftSave,
  ): Promise<DraftAnswer> {
    return this.drafts.save(actor, taskId, save);
  }

  @Post('delete')
  @HttpCode(200)
  @Allow('case:record')
  delete(@CurrentActor() actor: Actor, @Param('taskId', { schema: IdText }) taskId: number): Promise<void> {
    return this.drafts.delete(actor, taskId);
  }
}
