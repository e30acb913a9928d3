import { Module, type OnModuleInit } from '@nestjs/common';
import { Heartbeats } from '../../platform/realtime/heartbeats.js';
import { PresenceLeases } from './presence-leases.service.js';
import { PresenceQueries } from './presence.queries.js';
import { PresenceService } from './presence.service.js';

@Module({
  providers: [PresenceLeases, PresenceQueries, PresenceService],
  exports: [PresenceQueries, PresenceService],
})
export class PresenceModule implements OnModuleInit {
  constructor(
    private readonly heartbeats: Heartbeats,
    private readonly presence: PresenceService,
  ) {}

  onModuleInit(): void {
    this.heartbeats.listen((actor, heartbeat) => this.presence.onHeartbeat(actor, heartbeat));
  }
}
