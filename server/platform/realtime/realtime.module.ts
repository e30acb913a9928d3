import { Global, Module } from '@nestjs/common';
import { RealtimeGateway } from './realtime.gateway.js';
import { SocketsService } from './sockets.service.js';

/** The open sockets: of the server alone. Workers only send, through the Publisher. */
@Global()
@Module({ providers: [RealtimeGateway, SocketsService], exports: [SocketsService] })
export class RealtimeModule {}
