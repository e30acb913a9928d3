import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { InboxQuery, ReadInbox, SnoozeInbox } from '../../../contract/inbox.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { AllowSession } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { InboxQueries } from './inbox.queries.js';
import { InboxService } from './inbox.service.js';

@Controller('inbox')
export class InboxController {
  constructor(
    private readonly queries: InboxQueries,
    private readonly inbox: InboxService,
  ) {}

  @Summary("List the caller's notifications")
  @Get('list')
  @AllowSession()
  list(@CurrentActor() actor: Actor, @Query({ schema: InboxQuery }) query: InboxQuery) {
    return this.queries.list(actor, query);
  }

  @Summary("Count the caller's unread notifications")
  @Get('count')
  @AllowSession()
  count(@CurrentActor() actor: Actor) {
    return this.queries.count(actor);
  }

  @Summary('Mark a notification of the caller as read')
  @Post('read')
  @AllowSession()
  read(@CurrentActor() actor: Actor, @Body({ schema: ReadInbox }) { id }: ReadInbox) {
    return this.inbox.read(actor, id);
  }

  @Summary("Mark all of the caller's notifications as read")
  @Post('readAll')
  @AllowSession()
  readAll(@CurrentActor() actor: Actor) {
    return this.inbox.readAll(actor);
  }

  @Summary('Hide a notification of the caller until a time')
  @Post('snooze')
  @AllowSession()
  snooze(@CurrentActor() actor: Actor, @Body({ schema: SnoozeInbox }) { id, until }: SnoozeInbox) {
    return this.inbox.snooze(actor, id, until);
  }
}
