import { Module } from '@nestjs/common';
import { CaseMovesController } from './case-moves.controller.js';
import { CasesController } from './cases.controller.js';
import { CasesModule } from './cases.module.js';
import { LongAgingController } from './long-aging.controller.js';

@Module({ imports: [CasesModule], controllers: [CaseMovesController, CasesController, LongAgingController] })
export class CasesHttpModule {}
