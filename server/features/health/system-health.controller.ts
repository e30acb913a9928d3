import { Body, Controller, Get, Post } from '@nestjs/common';
import { BackupReport } from '../../../contract/administration/health.js';
import { Allow, AllowSigned } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { BackupsService } from './backups.service.js';
import { SystemHealthService } from './system-health.service.js';

@Controller('system')
export class SystemHealthController {
  constructor(
    private readonly health: SystemHealthService,
    private readonly backups: BackupsService,
  ) {}

  @Summary('Read how database, jobs, providers, disk and backups are')
  @Get('health')
  @Allow('system:manage')
  read() {
    return this.health.read();
  }

  @Summary("Take the lender's word that its own tools made a backup")
  @Post('backup')
  @AllowSigned('intakeHmac')
  takeBackup(@Body({ schema: BackupReport }) report: BackupReport) {
    return this.backups.report(report);
  }
}
