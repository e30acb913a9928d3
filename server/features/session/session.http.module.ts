import { Module } from '@nestjs/common';
import { KioskController } from './kiosk.controller.js';
import { LivenessController } from './liveness/liveness.controller.js';
import { LoginController } from './login.controller.js';
import { SessionController } from './session.controller.js';
import { SessionModule } from './session.module.js';

@Module({
  imports: [SessionModule],
  controllers: [KioskController, LivenessController, LoginController, SessionController],
})
export class SessionHttpModule {}
