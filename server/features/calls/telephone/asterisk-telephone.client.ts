import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { ListenMode } from '../../../../contract/supervision/listening.js';
import { Logger } from '../../../platform/logger/logger.js';
import { say, soundOf } from '../../../platform/providers/media-socket.js';
import {
  ProviderClient,
  ProviderRefused,
  ProviderUnavailable,
} from '../../../platform/providers/provider-client.js';
import { ProviderSockets } from '../../../platform/providers/provider-sockets.js';
import { Providers } from '../../../platform/providers/providers.js';
import {
  APPLICATION,
  borrowerOf,
  Bridges,
  Channels,
  collectorOf,
  endpointOf,
  monitorOf,
  Recordings,
} from '../../../domain/calls/asterisk.rules.js';
import { callOfKey } from '../../../domain/calls/call.rules.js';
import type { Dialled, Monitor, TelephoneClient } from '../../../domain/calls/telephone.rules.js';

/** Seconds that the collector's telephone rings, and the borrower's. The first is short of DIAL's patience in call.rules.ts. */
const COLLECTOR_RINGS_S = 15;
const BORROWER_RINGS_S = 45;
/** Many telephones take it as "pick up by yourself". */
const PICKS_UP = { 'PJSIP_HEADER(add,Call-Info)': '<sip:recoup>;answer-after=0' };
/** Q.850, for who calls and is turned away, or whom nobody answers. */
const TURNED_AWAY = 21;
export const NOT_ANSWERED = 19;
/** A channel that was just made joins when its application has it. */
const JOINS = { tries: 20, pauseMs: 25 };
const NOBODY = 404;
const NOT_THERE_YET = [400, 404, 422];

const Anything = z.unknown();
const Variable = z.object({ value: z.string().regex(/^[\w-]{1,64}$/) });

/**
 * Asterisk by its REST interface. The collector's telephone rings first, and who picks up dials the borrower. A call is a bridge
 * with two channels that all bear our line as name, so that whoever hears of a channel knows its call, and one that is made
 * again is there already. What happens then comes by events.
 */
@Injectable()
export class AsteriskTelephone implements TelephoneClient {
  constructor(
    private readonly provider: ProviderClient,
    private readonly sockets: ProviderSockets,
    private readonly providers: Providers,
    private readonly logger: Logger,
  ) {}

  async dial({ line, extension }: Dialled): Promise<string> {
    // A call that nobody hears of would ring the collector, and nobody would dial the borrower.
    if (!(await this.isHeard())) throw new ProviderUnavailable('Nobody hears the exchange', false);
    await this.answer(line, extension);
    return line;
  }

  /** The collector's telephone shows no number: who may not read it does not read it there. */
  async answer(line: string, extension: string): Promise<void> {
    await this.make(collectorOf(line), {
      ...{ endpoint: `PJSIP/${extension}`, callerId: `Recoup <${line}>`, timeout: COLLECTOR_RINGS_S },
      variables: PICKS_UP,
    });
  }

  async ringBorrower({ line, to, from }: Pick<Dialled, 'line' | 'to' | 'from'>): Promise<void> {
    await this.make(borrowerOf(line), {
      ...{ endpoint: endpointOf(this.providers.of('telephone').sender, to), timeout: BORROWER_RINGS_S },
      ...{ originator: collectorOf(line), ...(from !== null && { callerId: from }) },
    });
  }

  /** Brings the collector into the call's room, with a ringing tone until the borrower is there. */
  async seat(line: string): Promise<void> {
    await this.open(line);
    await this.join(line, collectorOf(line));
    await this.act(`/bridges/${of(line)}/play/${of(toneOf(line))}`, { media: ['tone:ring'] });
  }

  /** Both hear each other from here on, and it is recorded. */
  async connect(line: string): Promise<void> {
    await this.remove(`/playbacks/${of(toneOf(line))}`);
    if (callOfKey(line) === null) await this.act(`/channels/${of(line)}/answer`, {});
    await this.open(line);
    for (const channel of [collectorOf(line), borrowerOf(line)]) await this.join(line, channel);
    const recording = { name: line, format: 'wav', ifExists: 'overwrite' };
    await this.act(`/bridges/${of(line)}/record`, recording, 409);
  }

  /** Lets the caller hear it ring, and us of the channel's end though it is in no room. */
  async ring(line: string): Promise<void> {
    await this.act(`/applications/${APPLICATION}/subscription`, { eventSource: `channel:${line}` });
    await this.act(`/channels/${of(line)}/ring`, {});
  }

  /** First the collector's channel: who ended the call is whose channel ended first. @param cause for who calls and is not up yet */
  async hangUp(line: string, cause = TURNED_AWAY): Promise<void> {
    await this.remove(`/channels/${of(collectorOf(line))}`);
    await this.remove(`/channels/${of(borrowerOf(line))}?reason_code=${cause}`);
    await this.endBridge(line);
  }

  async listenIn(line: string, mode: ListenMode): Promise<Monitor> {
    const id = monitorOf(randomUUID());
    const [media, spy, room] = [`${id}.media`, `${id}.spy`, mode === 'BARGE' ? line : id];
    const socket = await this.openMedia(media);
    const end = () => this.leave([media, ...(mode === 'BARGE' ? [] : [spy])], id);
    try {
      if (mode !== 'BARGE') {
        const whisper = mode === 'WHISPER' ? 'out' : 'none';
        await this.open(id);
        const snoop = `/channels/${of(collectorOf(line))}/snoop/${of(spy)}`;
        await this.act(snoop, { app: APPLICATION, spy: 'both', whisper, appArgs: 'monitor' });
        await this.join(room, spy);
      }
      await this.join(room, media);
    } catch (error) {
      socket.terminate();
      await end();
      throw error;
    }
    return { sound: soundOf(socket, () => void end()), say: (pcm) => say(socket, pcm) };
  }

  channels() {
    return this.read('/channels', Channels);
  }

  bridges() {
    return this.read('/bridges', Bridges);
  }

  recordings() {
    return this.read('/recordings/stored', Recordings);
  }

  /** A place of `ProviderClient.download`. */
  recordingOf(name: string): string {
    return `${this.providers.of('telephone').url}${ARI}/recordings/stored/${of(name)}/file`;
  }

  forget(name: string): Promise<void> {
    return this.remove(`/recordings/stored/${of(name)}`);
  }

  endBridge(id: string): Promise<void> {
    return this.remove(`/bridges/${of(id)}`);
  }

  events(): Promise<WebSocket> {
    return this.sockets.open('telephone', `${ARI}/events?app=${APPLICATION}&subscribeAll=false`);
  }

  /** @throws ProviderRefused, ProviderUnavailable when the exchange does not answer */
  async isHeard(): Promise<boolean> {
    try {
      await this.read(`/applications/${APPLICATION}`, Anything);
      return true;
    } catch (error) {
      if (error instanceof ProviderRefused && error.status === NOBODY) return false;
      throw error;
    }
  }

  /** Ends a listener's channels; those that are left over end with the call. */
  private async leave(channels: readonly string[], bridge: string): Promise<void> {
    try {
      for (const channel of channels) await this.remove(`/channels/${of(channel)}`);
      await this.endBridge(bridge);
    } catch (error) {
      this.logger.warn('A listener is left over in the telephone exchange', { reason: String(error) });
    }
  }

  private async openMedia(channel: string): Promise<WebSocket> {
    await this.act('/channels/externalMedia', {
      ...{ channelId: channel, app: APPLICATION, data: 'monitor', external_host: 'INCOMING' },
      ...{ encapsulation: 'none', transport: 'websocket', connection_type: 'server', format: 'slin' },
    });
    const path = `/channels/${of(channel)}/variable?variable=MEDIA_WEBSOCKET_CONNECTION_ID`;
    const { value } = await this.read(path, Variable);
    return this.sockets.open('telephone', `/media/${of(value)}`, 'media');
  }

  private make(channel: string, more: object): Promise<void> {
    return this.act(`/channels/${of(channel)}`, { app: APPLICATION, appArgs: 'ours', ...more }, 409);
  }

  private open(bridge: string): Promise<void> {
    return this.act(`/bridges/${of(bridge)}`, { type: 'mixing' }, 409);
  }

  private async join(bridge: string, channel: string): Promise<void> {
    for (let left = JOINS.tries; ; left--) {
      try {
        return await this.act(`/bridges/${of(bridge)}/addChannel`, { channel: [channel] });
      } catch (error) {
        const isEarly = error instanceof ProviderRefused && NOT_THERE_YET.includes(error.status);
        if (!isEarly || left === 0) throw error;
        await delay(JOINS.pauseMs);
      }
    }
  }

  private act(path: string, body: object, doneAs?: number): Promise<void> {
    const repeated = doneAs === undefined ? {} : { doneAs };
    return this.provider.send({ provider: 'telephone', path: ARI + path, body, ...repeated });
  }

  private remove(path: string): Promise<void> {
    return this.provider.send({ provider: 'telephone', path: ARI + path, method: 'DELETE', doneAs: 404 });
  }

  private read<Answer>(path: string, answer: z.ZodType<Answer>): Promise<Answer> {
    return this.provider.call({ provider: 'telephone', path: ARI + path, answer });
  }
}

const ARI = '/ari';
const of = encodeURIComponent;
const toneOf = (line: string) => `${line}.tone`;
