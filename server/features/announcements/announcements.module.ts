import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Group } from '../groups/group.entity.js';
import { Institution } from '../institutions/institution.entity.js';
import { Queue } from '../queues/queue.entity.js';
import { User } from '../users/user.entity.js';
import { Announcement } from './announcement.entity.js';
import { AnnouncementsQueries } from './announcements.queries.js';
import { AnnouncementsService } from './announcements.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Announcement, Group, Institution, Queue, User])],
  providers: [AnnouncementsQueries, AnnouncementsService],
  exports: [AnnouncementsQueries, AnnouncementsService],
})
export class AnnouncementsModule {}
