import { Module } from '@nestjs/common';
import { AnnouncementsQueries } from './announcements.queries.js';
import { AnnouncementsService } from './announcements.service.js';
import { Pictures } from './pictures.js';

@Module({
  providers: [AnnouncementsQueries, AnnouncementsService, Pictures],
  exports: [AnnouncementsQueries, AnnouncementsService],
})
export class AnnouncementsModule {}
