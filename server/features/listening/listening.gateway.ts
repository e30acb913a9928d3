import { UseFilters } from '@nestjs/common';
import { ConnectedSocket, MessageBody, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import { ListenTicket } from '../../../contract/supervision/listening.js';
import type { WatchAnswer } from '../../../contract/realtime.js';
import { AllowSocket } from '../../platform/auth/allow.js';
import { SocketErrorFilter } from '../../platform/realtime/socket-error.filter.js';
import type { AppSocket } from '../../platform/realtime/sockets.service.js';
import { ListeningSounds } from './listening-sounds.service.js';

/** The sound of listening in, on the socket that the page has anyway. */
@WebSocketGateway()
@UseFilters(SocketErrorFilter)
export class ListeningGateway {
  constructor(private readonly sounds: ListeningSounds) {}

  @SubscribeMessage('listenIn')
  @AllowSocket()
  async listenIn(
    @ConnectedSocket() socket: AppSocket,
    @MessageBody({ schema: ListenTicket }) { ticket }: ListenTicket,
  ): Promise<WatchAnswer> {
    await this.sounds.begin(socket, ticket);
    return { ok: true };
  }

  @SubscribeMessage('listenOut')
  @AllowSocket()
  async listenOut(@ConnectedSocket() socket: AppSocket): Promise<WatchAnswer> {
    await this.sounds.close(socket, 'LEFT');
    return { ok: true };
  }
}
