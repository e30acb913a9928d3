import { Module } from '@nestjs/common';
import { DraftsService } from './drafts.service.js';
import { PreferencesService } from './preferences.service.js';
import { ViewsService } from './views.service.js';

const providers = [DraftsService, PreferencesService, ViewsService];

@Module({ providers, exports: providers })
export class PreferencesModule {}
