import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AltchaQuery, LoginRequest, type LoginAnswer } from '../../../contract/session.js';
import { AllowAnyone } from '../../platform/auth/allow.js';
import { newBrowserToken, setBrowserCookie, setLoginCookies } from '../../platform/auth/cookies.js';
import { RequestOrigin, type Origin } from '../../platform/auth/origin.js';
import { Summary } from '../../platform/http/summary.js';
import { CaptchaService } from './captcha.service.js';
import { LoginKeysService } from './login-keys.service.js';
import { SignInService } from './sign-in.service.js';

/** Calls of the sign-in page before there is a session. */
@Controller('login')
export class LoginController {
  constructor(
    private readonly keys: LoginKeysService,
    private readonly captcha: CaptchaService,
    private readonly signIn: SignInService,
  ) {}

  @Summary('Read the key that a password is encrypted with')
  @Get('rsaPublicKey')
  @AllowAnyone()
  rsaPublicKey() {
    return this.keys.publicKey();
  }

  @Summary('Draw a picture of digits to type in')
  @Post('generateValidateCode')
  @AllowAnyone()
  generateValidateCode() {
    return this.captcha.issue();
  }

  @Summary('Issue a proof of work in the place of the digits')
  @Get('altcha')
  @AllowAnyone()
  altcha(@Query({ schema: AltchaQuery }) query: AltchaQuery) {
    return this.captcha.challenge(query);
  }

  @Summary('Sign in by name and password')
  @Post('in')
  @AllowAnyone()
  async in(
    @Body({ schema: LoginRequest }) login: LoginRequest,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginAnswer> {
    const browser = origin.browser ?? newBrowserToken();
    const answer = await this.signIn.signIn(login, { ...origin, browser });
    setLoginCookies(reply, answer.token);
    setBrowserCookie(reply, browser);
    return answer;
  }
}
