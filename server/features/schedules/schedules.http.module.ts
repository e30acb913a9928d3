import { Module } from '@nestjs/common';
import { SchedulesController } from './schedules.controller.js';
import { SchedulesModule } from './schedules.module.js';
import { WhatIfController } from './what-if/what-if.controller.js';

@Module({ imports: [SchedulesModule], controllers: [SchedulesController, WhatIfController] })
export class SchedulesHttpModule {}
