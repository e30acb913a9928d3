import { Module } from '@nestjs/common';
import { ListeningController } from './listening.controller.js';
import { ListeningGateway } from './listening.gateway.js';
import { ListeningQueries } from './listening.queries.js';
import { ListeningService } from './listening.service.js';
import { ListeningSounds } from './listening-sounds.service.js';

/** Of the server alone: the sound goes by its sockets. */
@Module({
  controllers: [ListeningController],
  providers: [ListeningGateway, ListeningQueries, ListeningService, ListeningSounds],
})
export class ListeningHttpModule {}
