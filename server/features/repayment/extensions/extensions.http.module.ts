import { Module } from '@nestjs/common';
import { ExtensionsController } from './extensions.controller.js';
import { ExtensionsModule } from './extensions.module.js';

@Module({ imports: [ExtensionsModule], controllers: [ExtensionsController] })
export class ExtensionsHttpModule {}
