import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ColumnsChange, GridName, Settings } from '../../../contract/preferences.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { AllowSession } from '../../platform/auth/allow.js';
import { PreferencesService } from './preferences.service.js';

@Controller('preferences')
export class PreferencesController {
  constructor(private readonly preferences: PreferencesService) {}

  @Get('own')
  @AllowSession()
  own(@CurrentActor() actor: Actor) {
    return this.preferences.own(actor);
  }

  @Post('settings')
  @AllowSession()
  saveSettings(@CurrentActor() actor: Actor, @Body({ schema: Settings }) settings: Settings) {
    return this.preferences.saveSettings(actor, settings);
  }

  @Post('columns/:grid')
  @AllowSession()
  saveColumns(
    @CurrentActor() actor: Actor,
    @Param('grid', { schema: GridName }) grid: string,
    @Body({ schema: ColumnsChange }) { columns }: ColumnsChange,
  ) {
    return this.preferences.saveColumns(actor, grid, columns);
  }
}
