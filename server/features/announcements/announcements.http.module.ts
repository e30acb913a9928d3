import { Module } from '@nestjs/common';
import { AnnouncementsController } from './announcements.controller.js';
import { AnnouncementsModule } from './announcements.module.js';

@Module({ imports: [AnnouncementsModule], controllers: [AnnouncementsController] })
export class AnnouncementsHttpModule {}
