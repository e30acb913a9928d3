import { Injectable } from '@nestjs/common';
import { WebSocket } from 'ws';
import type { ProviderName } from '../../../contract/administration/site.js';
import { Site } from '../site/site.js';
import { credentialsOf } from './credentials.js';
import { ProviderRefused, ProviderUnavailable } from './provider-client.js';
import { Providers } from './providers.js';

const LARGEST_MESSAGE = 256 * 1024;

/** The way out to a provider's websockets: by the same address, credentials and judgement of names as its calls. */
@Injectable()
export class ProviderSockets {
  constructor(
    private readonly providers: Providers,
    private readonly site: Site,
  ) {}

  /** @throws ProviderRefused, ProviderUnavailable */
  open(provider: ProviderName, path: string, subprotocol?: string): Promise<WebSocket> {
    if (this.site.isOff(provider)) return Promise.reject(new ProviderRefused(0, 'a socket'));
    const inForce = this.providers.of(provider);
    const target = new URL(inForce.url.replace(/^http/, 'ws') + path);
    const socket = new WebSocket(target, subprotocol ? [subprotocol] : [], {
      headers: credentialsOf(inForce, target.pathname + target.search) as Record<string, string>,
      ...{ handshakeTimeout: inForce.timeoutMs, maxPayload: LARGEST_MESSAGE, perMessageDeflate: false },
      ...(inForce.lookup && { lookup: inForce.lookup }),
    });
    return new Promise((resolve, reject) => {
      socket.once('open', () => {
        socket.removeAllListeners('error');
        socket.removeAllListeners('unexpected-response');
        resolve(socket);
      });
      socket.once('unexpected-response', (_, { statusCode = 0 }) => {
        socket.terminate();
        reject(new ProviderRefused(statusCode, 'a socket'));
      });
      socket.on('error', () => reject(new ProviderUnavailable('a socket failed')));
    });
  }
}
