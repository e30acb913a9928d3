import { io, type Socket } from 'socket.io-client';
import type {
  ClientToServer,
  PushEnvelope,
  MessageName,
  ServerToClient,
  WatchAnswer,
  WatchTopic,
} from '../../contract/realtime.js';
import { eventually } from './eventually.js';
import type { Client } from './org.js';

/** A person's open browser: keeps every frame it was sent. */
export class TestSocket {
  readonly frames: PushEnvelope[] = [];

  private constructor(readonly socket: Socket<ServerToClient, ClientToServer>) {
    socket.on('frame', (frame) => this.frames.push(frame));
  }

  /** @throws the gateway's refusal */
  static async open(client: Client, headers: Record<string, string> = {}): Promise<TestSocket> {
    const socket = io(client.url, {
      transports: ['websocket'],
      auth: { token: client.token },
      extraHeaders: { cookie: `token=${client.token}`, ...headers },
      reconnection: false,
      forceNew: true,
    });
    const opened = new TestSocket(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return opened;
  }

  watch(topic: WatchTopic): Promise<WatchAnswer> {
    return this.socket.emitWithAck('watch', topic);
  }

  of<Name extends MessageName>(name: Name): PushEnvelope<Name>[] {
    return this.frames.filter((frame): frame is PushEnvelope<Name> => frame.name === name);
  }

  /** The first frame of this name that fits, waiting for it. */
  async next<Name extends MessageName>(
    name: Name,
    fits: (frame: PushEnvelope<Name>) => boolean = () => true,
  ): Promise<PushEnvelope<Name>> {
    return eventually(() => {
      const found = this.of(name).find(fits);
      if (!found)
        throw new Error(`No fitting ${name} among ${this.frames.map((frame) => frame.name).join(', ')}`);
      return found;
    });
  }

  close(): void {
    this.socket.disconnect();
  }
}
