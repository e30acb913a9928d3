import { Module } from '@nestjs/common';
import { ExportsModule } from '../../platform/exports/exports.module.js';
import { SealsModule } from '../seals/seals.module.js';
import { EvidenceQueries } from './evidence.queries.js';
import { EvidenceService } from './evidence.service.js';

@Module({
  imports: [ExportsModule, SealsModule],
  providers: [EvidenceQueries, EvidenceService],
  exports: [EvidenceQueries, EvidenceService],
})
export class EvidenceModule {}
