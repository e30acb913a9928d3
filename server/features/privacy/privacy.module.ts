import { Module } from '@nestjs/common';
import { ExportsModule } from '../../platform/exports/exports.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { SealsModule } from '../seals/seals.module.js';
import { AccessService } from './access.service.js';
import { ErasureService } from './erasure.service.js';
import { ObstaclesQueries } from './obstacles.queries.js';
import { PrivacyQueries } from './privacy.queries.js';
import { PrivacyService } from './privacy.service.js';

const providers = [AccessService, ErasureService, ObstaclesQueries, PrivacyQueries, PrivacyService];

@Module({ imports: [EvidenceModule, ExportsModule, SealsModule], providers, exports: providers })
export class PrivacyModule {}
