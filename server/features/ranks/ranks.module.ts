import { Module } from '@nestjs/common';
import { BoardsModule } from '../boards/boards.module.js';
import { ExportsModule } from '../../platform/exports/exports.module.js';
import { RanksQueries } from './ranks.queries.js';
import { RanksService } from './ranks.service.js';

@Module({
  imports: [BoardsModule, ExportsModule],
  providers: [RanksQueries, RanksService],
  exports: [RanksService],
})
export class RanksModule {}
