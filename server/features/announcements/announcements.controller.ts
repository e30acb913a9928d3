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
import { Summary } from '../../platform/http/summary.js';
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

  @Summary('List the notices that scroll in the header of the caller')
  @Get('queryAnnouncementMsg')
  @AllowSession()
  queryAnnouncementMsg(
    @CurrentActor() actor: Actor,
    @Query({ schema: NoticeQuery }) { country }: NoticeQuery,
  ) {
    return this.queries.notices(actor, country ?? actor.language);
  }

  @Summary("List the caller's announcements, read or unread")
  @Post('queryMsg')
  @AllowSession()
  queryMsg(@CurrentActor() actor: Actor, @Body({ schema: AnnouncementQuery }) query: AnnouncementQuery) {
    return this.queries.shown(actor, query);
  }

  @Summary('Mark an announcement as read by the caller')
  @Post('updateReadMsg')
  @AllowSession()
  updateReadMsg(
    @CurrentActor() actor: Actor,
    @Query({ schema: AnnouncementRef }) { msgId }: AnnouncementRef,
  ) {
    return this.announcements.markRead(actor, msgId);
  }

  @Summary('Announce a violation to the people of an institution')
  @Post('announceViolation')
  @Allow('violation:announce')
  @JsonLimit(512)
  announceViolation(@CurrentActor() actor: Actor, @Body({ schema: NewViolation }) input: NewViolation) {
    return this.violations.announce(actor, input);
  }

  @Summary('Read a violation with the conduct it is about')
  @Get('violation')
  @Allow('violation:announce')
  violation(@CurrentActor() actor: Actor, @Query({ schema: ViolationQuery }) { msgId }: ViolationQuery) {
    return this.violationsSeen.info(actor, msgId);
  }

  @Summary('Count the violations of each of the last weeks by what they came from')
  @Get('violationWeeks')
  @Allow('announcement:manage')
  violationWeeks(@CurrentActor() actor: Actor) {
    return this.violationsSeen.weeks(actor);
  }

  @Summary("List all announcements of the caller's institutions, drafts too")
  @Post('queryAllMsg')
  @Allow('announcement:manage')
  queryAllMsg(
    @CurrentActor() actor: Actor,
    @Body({ schema: AllAnnouncementsQuery }) query: AllAnnouncementsQuery,
  ) {
    return this.queries.all(actor, query);
  }

  @Summary('Write an announcement, published or as a draft')
  @Post('addMsg')
  @Allow('announcement:manage')
  @JsonLimit(512)
  addMsg(@CurrentActor() actor: Actor, @Body({ schema: NewAnnouncement }) added: NewAnnouncement) {
    return this.announcements.add(actor, added);
  }

  @Summary('Change the texts, span or audience of an announcement')
  @Post('updateMsg')
  @Allow('announcement:manage')
  @JsonLimit(512)
  updateMsg(@CurrentActor() actor: Actor, @Body({ schema: AnnouncementChange }) change: AnnouncementChange) {
    return this.announcements.update(actor, change);
  }

  @Summary('Withdraw an announcement from everybody who sees it')
  @Post('delete')
  @Allow('announcement:manage')
  delete(@CurrentActor() actor: Actor, @Query({ schema: AnnouncementRef }) { msgId }: AnnouncementRef) {
    return this.announcements.withdraw(actor, msgId);
  }
}
