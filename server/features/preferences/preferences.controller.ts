import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ColumnsChange, GridName, Settings } from '../../../contract/preferences.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { AllowSession } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { PreferencesService } from './preferences.service.js';

@Controller('preferences')
export class PreferencesController {
  constructor(private readonly preferences: PreferencesService) {}

  @Summary("Read the caller's theme, keys and columns")
  @Get('own')
  @AllowSession()
  own(@CurrentActor() actor: Actor) {
    return this.preferences.own(actor);
  }

  @Summary("Change the caller's theme, density and keys")
  @Post('settings')
  @AllowSession()
  saveSettings(@CurrentActor() actor: Actor, @Body({ schema: Settings }) settings: Settings) {
    return this.preferences.saveSettings(actor, settings);
  }

  @Summary("Keep the order and width of a table's fields for the caller")
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
