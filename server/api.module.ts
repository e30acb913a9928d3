import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { HealthController } from './features/health/health.controller.js';
import { HealthModule } from './features/health/health.module.js';
import { ImportsModule } from './features/imports/imports.module.js';
import { AuthGuard } from './platform/auth/auth.guard.js';
import { EnvelopeInterceptor } from './platform/http/envelope.interceptor.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { contractPipe } from './platform/http/validation.js';
import { Gateway } from './platform/realtime/gateway.js';
import { PlatformModule } from './platform/platform.module.js';
import { KioskController } from './features/session/kiosk.controller.js';
import { LoginController } from './features/session/login.controller.js';
import { MenuController } from './features/menu/menu.controller.js';
import { MenuModule } from './features/menu/menu.module.js';
import { SessionController } from './features/session/session.controller.js';
import { SessionModule } from './features/session/session.module.js';
import { UsersController } from './features/users/users.controller.js';
import { UsersModule } from './features/users/users.module.js';

/** Every feature, every controller and the gateway: the whole surface of the server on one page. */
@Module({
  imports: [
    PlatformModule,
    DiscoveryModule,
    HealthModule,
    ImportsModule,
    SessionModule,
    MenuModule,
    UsersModule,
  ],
  controllers: [
    LoginController,
    SessionController,
    KioskController,
    MenuController,
    UsersController,
    HealthController,
  ],
  providers: [
    Gateway,
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_PIPE, useValue: contractPipe },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
})
export class ApiModule {}
