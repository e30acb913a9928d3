import { Controller, Get, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { AllowSession } from '../../platform/auth/allow.js';
import { clearLoginCookies } from '../../platform/auth/cookies.js';
import { Summary } from '../../platform/http/summary.js';
import { SessionQueries } from './session.queries.js';
import { SessionsService } from './sessions.service.js';

@Controller('login')
export class SessionController {
  constructor(
    private readonly queries: SessionQueries,
    private readonly sessions: SessionsService,
  ) {}

  @Summary('Read who is signed in and what they may do')
  @Get('currentUser')
  @AllowSession({ kiosk: true, byAddress: 'always' })
  currentUser(@CurrentActor() actor: Actor) {
    return this.queries.currentUser(actor);
  }

  @Summary('Open the portrait of the person who is signed in')
  @Get('userPicture')
  @AllowSession({ byAddress: 'always' })
  userPicture(@CurrentActor() actor: Actor) {
    return this.queries.userPicture(actor);
  }

  @Summary('Sign out by a link')
  @Get('out')
  @AllowSession({ pending: true, kiosk: true })
  async out(@CurrentActor() actor: Actor, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.sessions.signOut(actor);
    clearLoginCookies(reply);
  }

  @Summary('Sign out')
  @Post('out')
  @AllowSession({ pending: true, kiosk: true })
  postOut(@CurrentActor() actor: Actor, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    return this.out(actor, reply);
  }
}
