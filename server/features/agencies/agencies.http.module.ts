import { Module } from '@nestjs/common';
import { AgenciesController } from './agencies.controller.js';
import { AgenciesQueries } from './agencies.queries.js';
import { AgenciesService } from './agencies.service.js';

@Module({ providers: [AgenciesQueries, AgenciesService], controllers: [AgenciesController] })
export class AgenciesHttpModule {}
