import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { InstitutionsService } from '../institutions/institutions.service.js';
import { GrantsController } from './grants.controller.js';
import { GrantsQueries } from './grants.queries.js';
import { GrantsService } from './grants.service.js';

@Module({
  imports: [DiscoveryModule],
  controllers: [GrantsController],
  providers: [GrantsQueries, GrantsService, InstitutionsService],
})
export class GrantsHttpModule {}
