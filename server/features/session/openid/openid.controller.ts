import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  IdentityReturn,
  type IdentityAddress,
  type LoginAnswer,
  type LoginWays,
} from '../../../../contract/session.js';
import { AllowAnyone } from '../../../platform/auth/allow.js';
import {
  newBrowserToken,
  setBrowserCookie,
  setLoginCookies,
  setPassageCookie,
  takePassageCookie,
} from '../../../platform/auth/cookies.js';
import { RequestOrigin, type Origin } from '../../../platform/auth/origin.js';
import { Summary } from '../../../platform/http/summary.js';
import { OpenIdService } from './openid.service.js';

/** Signing in by the lender's identity provider. */
@Controller('login')
export class OpenIdController {
  constructor(private readonly openId: OpenIdService) {}

  @Summary('Say how somebody may sign in besides by a password')
  @Get('ways')
  @AllowAnyone()
  ways(): LoginWays {
    return { identity: this.openId.isOn };
  }

  @Summary('Begin to sign in at the identity provider')
  @Post('oidc/begin')
  @HttpCode(200)
  @AllowAnyone()
  async begin(@Res({ passthrough: true }) reply: FastifyReply): Promise<IdentityAddress> {
    const { address, sealed } = await this.openId.begin();
    setPassageCookie(reply, sealed);
    return { address };
  }

  @Summary('Sign in by what the identity provider sent the browser back with')
  @Post('oidc')
  @HttpCode(200)
  @AllowAnyone()
  async end(
    @Body({ schema: IdentityReturn }) returned: IdentityReturn,
    @RequestOrigin() origin: Origin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginAnswer> {
    const browser = origin.browser ?? newBrowserToken();
    const sealed = takePassageCookie(request, reply);
    const answer = await this.openId.end(returned, sealed, { ...origin, browser });
    setLoginCookies(reply, answer.token);
    setBrowserCookie(reply, browser);
    return answer;
  }
}
