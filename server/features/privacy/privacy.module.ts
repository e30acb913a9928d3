import { Module } from '@nestjs/common';
import { ErasureService } from './erasure.service.js';
import { ObstaclesQueries } from './obstacles.queries.js';
import { PrivacyQueries } from './privacy.queries.js';
import { PrivacyService } from './privacy.service.js';

const providers = [ErasureService, ObstaclesQueries, PrivacyQueries, PrivacyService];

@Module({ providers, exports: providers })
export class PrivacyModule {}
