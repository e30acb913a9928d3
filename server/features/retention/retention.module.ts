import { Module } from '@nestjs/common';
import { ExportsModule } from '../../platform/exports/exports.module.js';
import { RetentionService } from './retention.service.js';

@Module({ imports: [ExportsModule], providers: [RetentionService], exports: [RetentionService] })
export class RetentionModule {}
