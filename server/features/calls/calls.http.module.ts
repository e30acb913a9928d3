import { Module } from '@nestjs/common';
import { CallsController } from './calls.controller.js';
import { CallsModule } from './calls.module.js';

@Module({ imports: [CallsModule], controllers: [CallsController] })
export class CallsHttpModule {}
