import { Module } from '@nestjs/common';
import { CasesModule } from '../cases/cases.module.js';
import { PromisesController } from './promises.controller.js';
import { PromisesModule } from './promises.module.js';

@Module({ imports: [CasesModule, PromisesModule], controllers: [PromisesController] })
export class PromisesHttpModule {}
