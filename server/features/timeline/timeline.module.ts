import { Module } from '@nestjs/common';
import { CasesModule } from '../case-work/cases/cases.module.js';
import { DayEventsQueries } from './day-events.queries.js';
import { TimelineEntries } from './timeline-entries.queries.js';
import { TimelineQueries } from './timeline.queries.js';

@Module({
  imports: [CasesModule],
  providers: [DayEventsQueries, TimelineEntries, TimelineQueries],
  exports: [DayEventsQueries, TimelineQueries],
})
export class TimelineModule {}
