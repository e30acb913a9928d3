import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { SystemHealthController } from './system-health.controller.js';
import { HealthModule } from './health.module.js';

@Module({ imports: [HealthModule], controllers: [HealthController, SystemHealthController] })
export class HealthHttpModule {}
