import { Module } from '@nestjs/common';
import { AccrualsService } from './accruals.service.js';

@Module({ providers: [AccrualsService], exports: [AccrualsService] })
export class AccrualsModule {}
