import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { GrantsController } from './grants.controller.js';
import { GrantsQueries } from './grants.queries.js';
import { GrantsModule } from './grants.module.js';

@Module({
  imports: [DiscoveryModule, GrantsModule],
  controllers: [GrantsController],
  providers: [GrantsQueries],
})
export class GrantsHttpModule {}
