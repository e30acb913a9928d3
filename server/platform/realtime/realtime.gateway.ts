import { UseFilters } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  SubscribeMessage,
  WebSocketGateway,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
} from '@nestjs/websockets';
import { Heartbeat } from '../../../contract/team/presence.js';
import { RecordingChange, WatchTopic, type WatchAnswer } from '../../../contract/realtime.js';
import { AllowSocket } from '../auth/allow.js';
import { SocketErrorFilter } from './socket-error.filter.js';
import { SocketsService, type AppServer, type AppSocket } from './sockets.service.js';

/**
 * Messages that a browser may send on its socket. The application's guard and pipe run for each message as they do for a
 * request,
 * its filter does not. Nothing of it runs for the connection: `SocketsService.admit` stands before that.
 */
@WebSocketGateway()
@UseFilters(SocketErrorFilter)
export class RealtimeGateway implements OnGatewayInit, OnGatewayConnection, OnGatewayDisconnect {
  constructor(private readonly sockets: SocketsService) {}

  afterInit(server: AppServer): void {
    this.sockets.open(server);
  }

  handleConnection(socket: AppSocket): void {
    this.sockets.join(socket);
  }

  handleDisconnect(socket: AppSocket): void {
    this.sockets.leave(socket);
  }

  @SubscribeMessage('watch')
  @AllowSocket()
  watch(
    @ConnectedSocket() socket: AppSocket,
    @MessageBody({ schema: WatchTopic }) topic: WatchTopic,
  ): Promise<WatchAnswer> {
    return this.sockets.watch(socket, topic);
  }

  @SubscribeMessage('unwatch')
  @AllowSocket()
  unwatch(
    @ConnectedSocket() socket: AppSocket,
    @MessageBody({ schema: WatchTopic }) topic: WatchTopic,
  ): Promise<void> {
    return this.sockets.unwatch(socket, topic);
  }

  @SubscribeMessage('recording')
  @AllowSocket()
  recording(
    @ConnectedSocket() socket: AppSocket,
    @MessageBody({ schema: RecordingChange }) change: RecordingChange,
  ): Promise<void> {
    return this.sockets.record(socket, change);
  }
  @SubscribeMessage('beat')
  @AllowSocket()
  heartbeat(
    @ConnectedSocket() socket: AppSocket,
    @MessageBody({ schema: Heartbeat }) heartbeat: Heartbeat,
  ): void {
    this.sockets.heartbeat(socket, heartbeat);
  }
}
