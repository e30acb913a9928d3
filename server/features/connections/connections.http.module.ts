import { Module } from '@nestjs/common';
import { ConnectionTestsService } from './connection-tests.service.js';
import { ConnectionsController } from './connections.controller.js';
import { ConnectionsQueries } from './connections.queries.js';
import { ConnectionsService } from './connections.service.js';
import { PlacesService } from './places.service.js';
import { ReachService } from './reach.service.js';

@Module({
  controllers: [ConnectionsController],
  providers: [ConnectionTestsService, ConnectionsQueries, ConnectionsService, PlacesService, ReachService],
})
export class ConnectionsHttpModule {}
