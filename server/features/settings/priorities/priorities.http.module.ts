import { Module } from '@nestjs/common';
import { PrioritiesController } from './priorities.controller.js';
import { PrioritiesModule } from './priorities.module.js';

@Module({ imports: [PrioritiesModule], controllers: [PrioritiesController] })
export class PrioritiesHttpModule {}
