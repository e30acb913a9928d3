import { Module } from '@nestjs/common';
import { ImportsModule } from '../imports/imports.module.js';
import { SchedulesController } from './schedules.controller.js';
import { SchedulesModule } from './schedules.module.js';

@Module({ imports: [ImportsModule, SchedulesModule], controllers: [SchedulesController] })
export class SchedulesHttpModule {}
