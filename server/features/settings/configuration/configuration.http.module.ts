import { Module } from '@nestjs/common';
import { ConfigurationController } from './configuration.controller.js';
import { ConfigurationModule } from './configuration.module.js';

@Module({ imports: [ConfigurationModule], controllers: [ConfigurationController] })
export class ConfigurationHttpModule {}
