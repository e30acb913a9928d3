import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../settings/configuration/configuration.module.js';
import { AddressListService } from './address-list.service.js';
import { AuthenticatorsService } from './authenticators/authenticators.service.js';
import { CaptchaService } from './captcha.service.js';
import { FaceChecksService } from './liveness/face-checks.service.js';
import { LivenessService } from './liveness/liveness.service.js';
import { LoginAttemptsService } from './login-attempts.service.js';
import { LoginKeysService } from './login-keys.service.js';
import { SessionQueries } from './session.queries.js';
import { SessionsService } from './sessions.service.js';
import { SignInService } from './sign-in.service.js';
import { WallboardTokenService } from './wallboards/wallboard-token.service.js';
import { OpenIdService } from './openid/openid.service.js';
import { VouchedPeopleService } from './openid/vouched-people.service.js';
import { PairingService } from './wallboards/pairing.service.js';
import { Tickets } from '../../platform/auth/tickets.js';

const shared = [
  AddressListService,
  AuthenticatorsService,
  CaptchaService,
  FaceChecksService,
  WallboardTokenService,
  LivenessService,
  LoginAttemptsService,
  LoginKeysService,
  OpenIdService,
  VouchedPeopleService,
  PairingService,
  SessionQueries,
  SessionsService,
  SignInService,
];

@Module({
  imports: [ConfigurationModule],
  providers: [Tickets, ...shared],
  exports: shared,
})
export class SessionModule {}
