import { Module } from '@nestjs/common';
import { DraftsController } from './drafts.controller.js';
import { PreferencesController } from './preferences.controller.js';
import { PreferencesModule } from './preferences.module.js';
import { ViewsController } from './views.controller.js';

@Module({
  imports: [PreferencesModule],
  controllers: [DraftsController, PreferencesController, ViewsController],
})
export class PreferencesHttpModule {}
