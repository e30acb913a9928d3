import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { z } from 'zod';
import { ColumnsChange, GridName, Settings, type OwnPreferences } from '../../../contract/preferences.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { AllowSession } from '../../platform/auth/allow.js';
import { PreferencesService } from './preferences.service.js';

@Controller('preferences')
export class PreferencesController {
  constructor(private readonly preferences: PreferencesService) {}

  @Get('own')
  @AllowSession()
  own(@CurrentActor() actor: Actor): Promise<OwnPreferences> {
    return this.preferences.own(actor);
  }

  @Post('settings')
  @HttpCode(200)
  @AllowSession()
  saveSettings(@CurrentActor() actor: Actor, @Body({ schema: Settings }) settings: Settings): Promise<void> {
    return this.preferences.saveSettings(actor, settings);
  }

  @Post('columns/:grid')
  @HttpCode(200)
  @AllowSession()
  saveColumns(
    @CurrentActor() actor: Actor,
    @Param('grid', { schema: GridName }) grid: string,
    @Body({ schema: ColumnsChange }) { columns }: z.infer<typeof ColumnsChange>,
  ): Promise<void> {
    return this.preferences.saveColumns(actor, grid, columns);
  }
}
