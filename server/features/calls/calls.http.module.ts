import { Module } from '@nestjs/common';
import { CallsController } from './calls.controller.js';
import { WrongPartiesQueries } from './wrong-parties.queries.js';
import { CallsModule } from './calls.module.js';

@Module({ imports: [CallsModule], providers: [WrongPartiesQueries], controllers: [CallsController] })
export class CallsHttpModule {}
