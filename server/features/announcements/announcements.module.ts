import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Announcement } from './announcement.entity.js';
import { AnnouncementsQueries } from './announcements.queries.js';
import { AnnouncementsService } from './announcements.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Announcement])],
  providers: [AnnouncementsQueries, AnnouncementsService],
  exports: [AnnouncementsQueries, AnnouncementsService],
})
export class AnnouncementsModule {}
