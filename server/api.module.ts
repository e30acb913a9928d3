import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ImportsModule } from './features/imports/imports.module.js';
import { AuthGuard } from './platform/auth/auth.guard.js';
import { EnvelopeInterceptor } from './platform/http/envelope.interceptor.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { contractPipe } from './platform/http/validation.js';
import { Gateway } from './platform/realtime/gateway.js';
import { PlatformModule } from './platform/platform.module.js';
import { LoginController } from './features/session/login.controller.js';
import { MenuController } from './features/menu/menu.controller.js';
import { MenuModule } from './features/menu/menu.module.js';
import { SessionController } from './features/session/session.controller.js';
import { SessionModule } from './features/session/session.module.js';

/** Every feature, every controller and the gateway: the whole surface of the server on one page. */
@Module({
  imports: [PlatformModule, ImportsModule, SessionModule, MenuModule],
  controllers: [LoginController, SessionController, MenuController],
  providers: [
    Gateway,
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_PIPE, useValue: contractPipe },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
})
export class ApiModule {}
