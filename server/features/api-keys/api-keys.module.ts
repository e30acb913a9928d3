import { Module } from '@nestjs/common';
import { ApiKeysQueries } from './api-keys.queries.js';
import { ApiKeysService } from './api-keys.service.js';

const providers = [ApiKeysQueries, ApiKeysService];

@Module({ providers, exports: providers })
export class ApiKeysModule {}
