import { Controller, Get, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AllowAnyone, Raw } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { MonitoringGuard } from '../../platform/metrics/monitoring.guard.js';
import { HealthService, isReady } from './health.service.js';

/** For monitoring. */
@Controller()
@UseGuards(MonitoringGuard)
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Summary('Answer that the process runs')
  @Get('healthz')
  @AllowAnyone({ limited: false })
  @Raw()
  alive() {
    return { ok: true };
  }

  @Summary('Report whether database and Redis can serve this build, and which build it is')
  @Get('readyz')
  @AllowAnyone({ limited: false })
  @Raw()
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const parts = await this.health.parts();
    reply.status(isReady(parts) ? 200 : 503);
    return parts;
  }
}
