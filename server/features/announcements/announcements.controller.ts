import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import {
  AllAnnouncementsQuery,
  AnnouncementChange,
  AnnouncementQuery,
  AnnouncementRef,
  NewAnnouncement,
  NoticeQuery,
} from '../../../contract/supervision/announcements.js';
import { NewViolation, ViolationQuery } from '../../../contract/supervision/violations.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow, AllowSession } from '../../platform/auth/allow.js';
import { JsonLimit } from '../../platform/http/body-limits.js';
import { AnnouncementsQueries } from './announcements.queries.js';
import { AnnouncementsService } from './announcements.service.js';
import { ViolationsQueries } from './violations.queries.js';
import { ViolationsService } from './violations.service.js';

@Controller('msg')
export class AnnouncementsController {
  constructor(
    private readonly queries: AnnouncementsQueries,
    private readonly announcements: AnnouncementsService,
    private readonly violations: ViolationsService,
    private readonly violationsSeen: ViolationsQueries,
  ) {}

  @Get('queryAnnouncementMsg')
  @AllowSession()
  queryAnnouncementMsg(
    @CurrentActor() actor: Actor,
    @Query({ schema: NoticeQuery }) { country }: NoticeQuery,
  ) {
    return this.queries.notices(actor, country ?? actor.language);
  }

  @Post('queryMsg')
  @AllowSession()
  queryMsg(@CurrentActor() actor: Actor, @Body({ schema: AnnouncementQuery }) query: AnnouncementQuery) {
    return this.queries.shown(actor, query);
  }

  @Post('updateReadMsg')
  @AllowSession()
  updateReadMsg(
    @CurrentActor() actor: Actor,
    @Query({ schema: AnnouncementRef }) { msgId }: AnnouncementRef,
  ) {
    return this.announcements.markRead(actor, msgId);
  }

  @Post('announceViolation')
  @Allow('violation:announce')
  @JsonLimit(512)
  announceViolation(@CurrentActor() actor: Actor, @Body({ schema: NewViolation }) said: NewViolation) {
    return this.violations.announce(actor, said);
  }

  @Get('violation')
  @Allow('violation:announce')
  violation(@CurrentActor() actor: Actor, @Query({ schema: ViolationQuery }) { msgId }: ViolationQuery) {
    return this.violationsSeen.info(actor, msgId);
  }

  @Post('queryAllMsg')
  @Allow('announcement:manage')
  queryAllMsg(
    @CurrentActor() actor: Actor,
    @Body({ schema: AllAnnouncementsQuery }) query: AllAnnouncementsQuery,
  ) {
    return this.queries.all(actor, query);
  }

  @Post('addMsg')
  @Allow('announcement:manage')
  @JsonLimit(512)
  addMsg(@CurrentActor() actor: Actor, @Body({ schema: NewAnnouncement }) added: NewAnnouncement) {
    return this.announcements.add(actor, added);
  }

  @Post('updateMsg')
  @Allow('announcement:manage')
  @JsonLimit(512)
  updateMsg(@CurrentActor() actor: Actor, @Body({ schema: AnnouncementChange }) change: AnnouncementChange) {
    return this.announcements.update(actor, change);
  }

  @Post('delete')
  @Allow('announcement:manage')
  delete(@CurrentActor() actor: Actor, @Query({ schema: AnnouncementRef }) { msgId }: AnnouncementRef) {
    return this.announcements.withdraw(actor, msgId);
  }
}
