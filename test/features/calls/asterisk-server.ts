import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { toneWav } from '../../../server/seeds/generators/tone.js';
import { EXTENSION, type Exchange, type Telephone } from './asterisk-calls.js';

/** Causes of Q.850 that Asterisk makes of a SIP status. */
const CAUSES: Readonly<Record<number, number>> = { 486: 17, 404: 1, 480: 19, 503: 34 };
const NORMAL = 16;
const APPLICATION = '/ari/applications/recoup';

interface Channel {
  id: string;
  state: 'Down' | 'Ring' | 'Ringing' | 'Up';
  caller: { number: string };
  creationtime: string;
  telephone: Line | null;
  /** Its end is told: it is ours, or we asked to hear of it. */
  isHeard: boolean;
}

type Manner = Telephone['manner'];

/** A telephone whose calls are channels of the stand-in. */
class Line implements Telephone {
  manner: Manner = { answersAfterMs: 50 };
  readonly asked: { to: string; from: string }[] = [];

  constructor(private readonly exchange: AsteriskServer) {}

  get isTalking(): boolean {
    return this.channels.some(({ state }) => state === 'Up');
  }

  get isRinging(): boolean {
    return this.channels.some(({ state }) => state !== 'Up');
  }

  hangUp(): void {
    for (const { id } of this.channels) this.exchange.end(id, NORMAL);
  }

  private get channels(): Channel[] {
    return [...this.exchange.channels.values()].filter(({ telephone }) => telephone === this);
  }
}

/**
 * How Asterisk 22.10 was seen to answer its REST interface and to tell of calls: `npm test -- --real` runs the same tests
 * against it.
 */
export class AsteriskServer implements Exchange {
  readonly account = 'recoup';
  readonly password = 'a-password-of-a-test';
  readonly channels = new Map<string, Channel>();
  readonly bridges = new Map<string, { channels: string[]; isRecorded: boolean }>();
  readonly recordings = new Set<string>();
  readonly collector = new Line(this);
  readonly trunk = new Line(this);
  /** Sound that listeners said into calls. */
  said: Buffer[] = [];
  private readonly server = createServer((request, response) => this.take(request, response));
  private readonly sockets = new WebSocketServer({ noServer: true });
  private listener: WebSocket | undefined;
  private made = 0;

  static async start(): Promise<AsteriskServer> {
    const asterisk = new AsteriskServer();
    asterisk.server.on('upgrade', (request, socket, head) => {
      if (!asterisk.knows(request)) return socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
      asterisk.sockets.handleUpgrade(request, socket, head, (opened) =>
        asterisk.opened(request.url!, opened),
      );
    });
    await once(asterisk.server.listen(0, '127.0.0.1'), 'listening');
    return asterisk;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  callIn(from: string): void {
    const channel = this.channel(`1796037140.${++this.made}`, 'Ring', from, this.trunk);
    this.tell({ type: 'StasisStart', channel, args: ['incoming', EXTENSION] });
  }

  restart(): Promise<void> {
    this.channels.clear();
    this.bridges.clear();
    this.listener?.terminate();
    return Promise.resolve();
  }

  async close(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  end(id: string, cause: number): boolean {
    const channel = this.channels.get(id);
    if (!channel) return false;
    this.channels.delete(id);
    const bridge = [...this.bridges.values()].find(({ channels }) => channels.includes(id));
    if (bridge) bridge.channels.splice(bridge.channels.indexOf(id), 1);
    if (channel.isHeard || bridge) this.tell({ type: 'ChannelDestroyed', channel, cause, cause_txt: '' });
    return true;
  }

  private opened(url: string, socket: WebSocket): void {
    if (url.startsWith('/ari/events')) {
      this.listener = socket;
      socket.on('close', () => {
        if (this.listener === socket) this.listener = undefined;
      });
      return;
    }
    const channel = `${url.slice('/media/'.length)}.media`;
    this.channels.get(channel)!.state = 'Up';
    socket.send(`MEDIA_START connection_id:${channel} format:slin optimal_frame_size:320 ptime:20`);
    const sound = setInterval(() => socket.send(Buffer.alloc(320, 1)), 20);
    socket.on('message', (pcm: Buffer) => this.said.push(pcm));
    socket.on('close', () => {
      clearInterval(sound);
      this.end(channel, NORMAL);
    });
  }

  private channel(
    id: string,
    state: Channel['state'],
    number: string,
    telephone: Channel['telephone'],
  ): Channel {
    const channel: Channel = {
      ...{ id, state, caller: { number }, telephone, isHeard: state !== 'Ring' },
      creationtime: new Date().toISOString().replace('Z', '+0000'),
    };
    // Events are written as JSON, and a telephone leads back to here.
    Object.defineProperty(channel, 'telephone', { value: telephone, enumerable: false });
    this.channels.set(id, channel);
    return channel;
  }

  private tell(event: object): void {
    this.listener?.send(JSON.stringify({ application: 'recoup', ...event }));
  }

  private knows({ headers }: IncomingMessage): boolean {
    const expected = Buffer.from(`${this.account}:${this.password}`).toString('base64');
    return headers.authorization === `Basic ${expected}`;
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const answer = this.knows(request)
        ? this.answer(
            request.method!,
            new URL(request.url!, this.url),
            (text ? JSON.parse(text) : {}) as Body,
          )
        : 401;
      if (Buffer.isBuffer(answer))
        return response.writeHead(200, { 'content-type': 'audio/x-wav' }).end(answer);
      if (typeof answer !== 'number')
        return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      response.writeHead(answer).end(answer === 204 ? undefined : JSON.stringify({ message: 'As told' }));
    });
  }

  private answer(method: string, { pathname, searchParams }: URL, body: Body): number | object {
    const [, , kind = '', id = '', act, name] = pathname.split('/').map(decodeURIComponent);
    if (pathname === '/ari/asterisk/ping') return { ping: 'pong' };
    if (pathname === APPLICATION) return this.listener ? { name: 'recoup' } : 404;
    if (method === 'GET') return this.show(kind, act === undefined ? id : act, pathname);
    if (method === 'DELETE')
      return this.remove(kind, id, act, Number(searchParams.get('reason_code') ?? NORMAL));
    if (kind === 'bridges') return this.onBridge(id, act, body);
    if (kind === 'channels')
      return act === 'snoop' ? this.channel(name!, 'Up', '', null) : this.onChannel(id, act, body);
    const heard = this.channels.get(body.eventSource?.replace('channel:', '') ?? '');
    if (!heard) return 422;
    heard.isHeard = true;
    return { name: 'recoup' };
  }

  private show(kind: string, name: string, pathname: string): number | object {
    if (pathname.endsWith('/file')) return this.recordings.has(name) ? toneWav(440) : 404;
    if (name === 'variable') return { value: pathname.split('/')[3]!.replace('.media', '') };
    if (kind === 'channels') return [...this.channels.values()];
    if (kind === 'recordings')
      return [...this.recordings].map((recording) => ({ name: recording, format: 'wav' }));
    return [...this.bridges].map(([id, { channels }]) => ({ id, channels }));
  }

  private remove(kind: string, id: string, name: string | undefined, cause: number): number {
    if (kind === 'channels') return this.end(id, cause) ? 204 : 404;
    if (kind === 'recordings') return this.recordings.delete(name!) ? 204 : 404;
    const bridge = kind === 'bridges' && this.bridges.get(id);
    if (!bridge) return 404;
    this.bridges.delete(id);
    if (bridge.isRecorded) this.tell({ type: 'RecordingFinished', recording: { name: id, state: 'done' } });
    return 204;
  }

  private onBridge(id: string, act: string | undefined, { channel }: Body): number | object {
    const bridge = this.bridges.get(id);
    if (act === undefined) {
      if (bridge) return 409;
      this.bridges.set(id, { channels: [], isRecorded: false });
      return { id };
    }
    if (!bridge) return 404;
    if (act === 'addChannel') {
      if (!channel?.every((name) => this.channels.has(name))) return 400;
      bridge.channels.push(...channel.filter((name) => !bridge.channels.includes(name)));
      return 204;
    }
    if (act === 'record') {
      bridge.isRecorded = true;
      this.recordings.add(id);
    }
    return 201;
  }

  private onChannel(id: string, act: string | undefined, body: Body): number | object {
    if (id === 'externalMedia') return this.channel(body.channelId!, 'Down', '', null);
    const channel = this.channels.get(id);
    if (act === undefined) return channel ? 409 : this.dial(id, body);
    if (!channel) return 404;
    if (act === 'answer') channel.state = 'Up';
    return 204;
  }

  private dial(id: string, { endpoint = '', callerId = '', appArgs = '' }: Body): object {
    const telephone = endpoint === `PJSIP/${EXTENSION}` ? this.collector : this.trunk;
    const number = /<(.*)>/.exec(callerId)?.[1] ?? callerId;
    telephone.asked.push({ to: /PJSIP\/([^@]+)/.exec(endpoint)![1]!, from: number });
    const channel = this.channel(id, 'Down', number, telephone);
    const { manner } = telephone;
    setImmediate(() => {
      if ('refuses' in manner) return this.end(id, CAUSES[manner.refuses] ?? 0);
      channel.state = 'Ringing';
      this.tell({ type: 'Dial', peer: channel, dialstatus: 'RINGING' });
      if ('answersAfterMs' in manner) setTimeout(() => this.pickUp(channel, appArgs), manner.answersAfterMs);
    });
    return channel;
  }

  private pickUp(channel: Channel, appArgs: string): void {
    if (this.channels.get(channel.id) !== channel) return;
    channel.state = 'Up';
    this.tell({ type: 'Dial', peer: channel, dialstatus: 'ANSWER' });
    this.tell({ type: 'StasisStart', channel, args: appArgs.split(',') });
  }
}

interface Body {
  endpoint?: string;
  callerId?: string;
  appArgs?: string;
  channel?: string[];
  channelId?: string;
  eventSource?: string;
}
