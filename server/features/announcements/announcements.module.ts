import { Module } from '@nestjs/common';
import { AnnouncementsQueries } from './announcements.queries.js';
import { AnnouncementsService } from './announcements.service.js';
import { ViolationsQueries } from './violations.queries.js';
import { ViolationsService } from './violations.service.js';

const providers = [AnnouncementsQueries, AnnouncementsService, ViolationsQueries, ViolationsService];

@Module({ providers, exports: providers })
export class AnnouncementsModule {}
