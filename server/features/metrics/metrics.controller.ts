import { Controller, Get, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AllowAnyone, Raw } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { MonitoringGuard } from '../../platform/metrics/monitoring.guard.js';

@Controller()
@UseGuards(MonitoringGuard)
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Summary('Report the measurements of the process for Prometheus')
  @Get('metrics')
  @AllowAnyone({ limited: false })
  @Raw()
  read(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    reply.type(this.metrics.registry.contentType);
    return this.metrics.registry.metrics();
  }
}
