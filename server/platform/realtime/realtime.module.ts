import { Module } from '@nestjs/common';
import { RealtimeGateway } from './realtime.gateway.js';
import { SocketsService } from './sockets.service.js';

/** The open sockets: of the server alone. Workers only send, through the Publisher. */
@Module({ providers: [RealtimeGateway, SocketsService] })
export class RealtimeModule {}
