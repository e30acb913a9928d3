import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../settings/configuration/configuration.module.js';
import { AddressListController } from './address-list.controller.js';
import { AuthenticatorsController } from './authenticators/authenticators.controller.js';
import { LivenessController } from './liveness/liveness.controller.js';
import { LoginController } from './login.controller.js';
import { OpenIdController } from './openid/openid.controller.js';
import { SessionController } from './session.controller.js';
import { SessionModule } from './session.module.js';
import { WallboardTokenController } from './wallboards/wallboard-token.controller.js';

@Module({
  imports: [ConfigurationModule, SessionModule],
  controllers: [
    AddressListController,
    AuthenticatorsController,
    WallboardTokenController,
    LivenessController,
    LoginController,
    OpenIdController,
    SessionController,
  ],
})
export class SessionHttpModule {}
