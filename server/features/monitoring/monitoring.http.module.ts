import { Module } from '@nestjs/common';
import { MonitoringController } from './monitoring.controller.js';
import { MonitoringModule } from './monitoring.module.js';

@Module({ imports: [MonitoringModule], controllers: [MonitoringController] })
export class MonitoringHttpModule {}
