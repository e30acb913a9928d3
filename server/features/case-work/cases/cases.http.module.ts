import { Module } from '@nestjs/common';
import { CaseMovesController } from './moves/case-moves.controller.js';
import { CasesController } from './cases.controller.js';
import { CasesModule } from './cases.module.js';

@Module({ imports: [CasesModule], controllers: [CaseMovesController, CasesController] })
export class CasesHttpModule {}
