import { Module } from '@nestjs/common';
import { ImportsService } from './imports.service.js';
import { IntakeReader } from './intake-reader.js';
import { IntakeRows } from './intake-rows.js';
import { IntakeService } from './intake.service.js';

@Module({
  providers: [ImportsService, IntakeReader, IntakeRows, IntakeService],
  exports: [ImportsService],
})
export class ImportsModule {}
