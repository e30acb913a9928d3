import { Controller, Get } from '@nestjs/common';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { SystemHealthService } from './system-health.service.js';

@Controller('system')
export class SystemHealthController {
  constructor(private readonly health: SystemHealthService) {}

  @Summary('Read how database, jobs, providers, disk and backups are')
  @Get('health')
  @Allow('system:manage')
  read() {
    return this.health.read();
  }
}
