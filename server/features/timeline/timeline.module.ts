import { Module } from '@nestjs/common';
import { CasesModule } from '../cases/cases.module.js';
import { TimelineQueries } from './timeline.queries.js';

@Module({ imports: [CasesModule], providers: [TimelineQueries], exports: [TimelineQueries] })
export class TimelineModule {}
