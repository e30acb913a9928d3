import { Module } from '@nestjs/common';
import { AnnouncementsQueries } from './announcements.queries.js';
import { AnnouncementsService } from './announcements.service.js';

@Module({
  providers: [AnnouncementsQueries, AnnouncementsService],
  exports: [AnnouncementsQueries, AnnouncementsService],
})
export class AnnouncementsModule {}
