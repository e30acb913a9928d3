import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  WallboardTokenForm,
  WallboardOpen,
  WallboardTokenRevoke,
  WallboardTokensQuery,
  type WallboardOpened,
} from '../../../../contract/session.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow, AllowAnyone } from '../../../platform/auth/allow.js';
import { setLoginCookies } from '../../../platform/auth/cookies.js';
import { RequestOrigin, type Origin } from '../../../platform/auth/origin.js';
import { Summary } from '../../../platform/http/summary.js';
import { WallboardTokenService } from './wallboard-token.service.js';
import { PairingService } from './pairing.service.js';

@Controller('dashboard')
export class WallboardTokenController {
  constructor(
    private readonly tokens: WallboardTokenService,
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
  enter(@CurrentActor() actor: Actor, @Body({ schema: WallboardTokenForm }) form: WallboardTokenForm) {
    return this.pairing.enter(actor, form);
  }

  @Summary('List the screens that show a board without a person')
  @Get('kioskTokens')
  @Allow('kiosk:issue')
  list(@CurrentActor() actor: Actor, @Query({ schema: WallboardTokensQuery }) query: WallboardTokensQuery) {
    return this.tokens.list(actor, query);
  }

  @Summary('End the access of a screen')
  @Post('kioskToken/revoke')
  @Allow('kiosk:issue')
  revoke(
    @CurrentActor() actor: Actor,
    @Body({ schema: WallboardTokenRevoke }) { sessionId }: WallboardTokenRevoke,
  ) {
    return this.tokens.revoke(actor, sessionId);
  }

  /** The wallboard's own sign-in: its browser gets the token, and the cookies that its socket needs. */
  @Summary('Fetch the access that a leader gave to a waiting screen')
  @Post('kioskOpen')
  @AllowAnyone()
  async open(
    @Body({ schema: WallboardOpen }) { secret }: WallboardOpen,
    @RequestOrigin() { address }: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WallboardOpened> {
    const opened = await this.pairing.fetch(secret, address);
    if (opened.state === 'OPEN') setLoginCookies(reply, opened.token);
    return opened;
  }
}
