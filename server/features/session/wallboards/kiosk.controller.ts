import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  KioskForm,
  KioskOpen,
  KioskRevoke,
  KioskTokensQuery,
  type KioskOpened,
} from '../../../../contract/session.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow, AllowAnyone } from '../../../platform/auth/allow.js';
import { setLoginCookies } from '../../../platform/auth/cookies.js';
import { RequestOrigin, type Origin } from '../../../platform/auth/origin.js';
import { Summary } from '../../../platform/http/summary.js';
import { KioskService } from './kiosk.service.js';
import { PairingService } from './pairing.service.js';

@Controller('dashboard')
export class KioskController {
  constructor(
    private readonly kiosks: KioskService,
    private readonly pairing: PairingService,
  ) {}

  @Summary('Show digits on a screen that waits for a leader')
  @Post('kioskPairing')
  @AllowAnyone()
  begin(@RequestOrigin() { address }: Origin) {
    return this.pairing.begin(address);
  }

  @Summary("Open a team's board on the screen that shows these digits")
  @Post('kioskToken')
  @Allow('kiosk:issue')
  enter(@CurrentActor() actor: Actor, @Body({ schema: KioskForm }) form: KioskForm) {
    return this.pairing.enter(actor, form);
  }

  @Summary('List the screens that show a board without a person')
  @Get('kioskTokens')
  @Allow('kiosk:issue')
  list(@CurrentActor() actor: Actor, @Query({ schema: KioskTokensQuery }) query: KioskTokensQuery) {
    return this.kiosks.list(actor, query);
  }

  @Summary('End the access of a screen')
  @Post('kioskToken/revoke')
  @Allow('kiosk:issue')
  revoke(@CurrentActor() actor: Actor, @Body({ schema: KioskRevoke }) { sessionId }: KioskRevoke) {
    return this.kiosks.revoke(actor, sessionId);
  }

  /** The wallboard's own sign-in: its browser gets the token, and the cookies that its socket needs. */
  @Summary('Fetch the access that a leader gave to a waiting screen')
  @Post('kioskOpen')
  @AllowAnyone()
  async open(
    @Body({ schema: KioskOpen }) { secret }: KioskOpen,
    @RequestOrigin() { address }: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<KioskOpened> {
    const opened = await this.pairing.fetch(secret, address);
    if (opened.state === 'OPEN') setLoginCookies(reply, opened.token);
    return opened;
  }
}
