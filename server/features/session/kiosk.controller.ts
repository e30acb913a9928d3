import { Body, Controller, Get, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { KioskOpen, KioskRevoke } from '../../../contract/session.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow, AllowAnyone } from '../../platform/auth/allow.js';
import { KioskService } from './kiosk.service.js';
import { setLoginCookies } from '../../platform/auth/login-cookies.js';

@Controller('dashboard')
export class KioskController {
  constructor(private readonly kiosks: KioskService) {}

  @Post('kioskToken')
  @Allow('kiosk:issue')
  issue(@CurrentActor() actor: Actor) {
    return this.kiosks.issue(actor);
  }

  @Get('kioskTokens')
  @Allow('kiosk:issue')
  list(@CurrentActor() actor: Actor) {
    return this.kiosks.list(actor);
  }

  @Post('kioskToken/revoke')
  @Allow('kiosk:issue')
  revoke(@CurrentActor() actor: Actor, @Body({ schema: KioskRevoke }) { sessionId }: KioskRevoke) {
    return this.kiosks.revoke(actor, sessionId);
  }

  /** The wallboard's own sign-in: its browser gets the cookies that its socket needs. */
  @Post('kioskOpen')
  @AllowAnyone()
  async open(
    @Body({ schema: KioskOpen }) { token }: KioskOpen,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const opened = await this.kiosks.open(token);
    setLoginCookies(reply, token);
    return opened;
  }
}
