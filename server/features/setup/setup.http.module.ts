import { Module } from '@nestjs/common';
import { SetupController } from './setup.controller.js';
import { SetupModule } from './setup.module.js';

@Module({ imports: [SetupModule], controllers: [SetupController] })
export class SetupHttpModule {}
