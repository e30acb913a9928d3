import { Module, type OnModuleInit } from '@nestjs/common';
import { rooms } from '../../../contract/realtime.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Audience } from '../../platform/realtime/audience.js';
import { CallsModule } from '../calls/calls.module.js';
import { ListeningController } from './listening.controller.js';
import { ListeningGateway } from './listening.gateway.js';
import { ListeningQueries } from './listening.queries.js';
import { ListeningModule } from './listening.module.js';
import { ListeningSounds } from './listening-sounds.service.js';

/** Loaded by the server alone: the sound goes by its sockets. */
@Module({
  imports: [CallsModule, ListeningModule],
  controllers: [ListeningController],
  providers: [ListeningGateway, ListeningQueries, ListeningSounds],
})
export class ListeningHttpModule implements OnModuleInit {
  constructor(private readonly audience: Audience) {}

  onModuleInit(): void {
    this.audience.register('liveCalls', (actor) => {
      const [first, ...others] = roomsOf(actor);
      return Promise.resolve(first === undefined ? null : { rooms: [first, ...others, rooms.monitors()] });
    });
  }
}

/** As `runningFor` says it of rows. */
function roomsOf({ kiosk, role, groupId, institutionIds }: Actor): string[] {
  if (kiosk || role === 'member') return [];
  if (role !== 'leader') return institutionIds.map(rooms.liveCalls);
  return groupId === null ? [] : [rooms.liveCallsTeam(groupId)];
}
