import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/calls.module.js';
import { CasesModule } from '../case-work/cases/cases.module.js';
import { OpenWorkService } from './open-work.service.js';

@Module({ imports: [CallsModule, CasesModule], providers: [OpenWorkService], exports: [OpenWorkService] })
export class OpenWorkModule {}
