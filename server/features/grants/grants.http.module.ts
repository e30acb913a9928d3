import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { GrantsController } from './grants.controller.js';
import { GrantsQueries } from './grants.queries.js';
import { GrantsService } from './grants.service.js';

@Module({
  imports: [DiscoveryModule],
  controllers: [GrantsController],
  providers: [GrantsQueries, GrantsService],
})
export class GrantsHttpModule {}
