import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { WebSocket } from 'ws';
import { isLiveCall, type CallReport } from '../../../../contract/contact/calls.js';
import {
  amissIn,
  borrowerOf,
  collectorOf,
  endedByCollector,
  endOf,
  isMonitor,
  legOf,
  type Amiss,
  type AsteriskChannel,
  type AsteriskEvent,
  type Leg,
} from '../../../domain/calls/asterisk.rules.js';
import { callOfKey } from '../../../domain/calls/call.rules.js';
import { PhoneCall } from '../../../domain/calls/phone-call.entity.js';
import { Softphone } from '../../../domain/softphones/softphone.entity.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Vault } from '../../../platform/crypto/vault.js';
import { Logger } from '../../../platform/logger/logger.js';
import { Providers } from '../../../platform/providers/providers.js';
import { CallLinesService } from '../call-lines.service.js';
import { CallReportsService } from '../call-reports.service.js';
import { AsteriskTelephone, NOT_ANSWERED } from './asterisk-telephone.client.js';

type Reported = Omit<CallReport, 'supplier' | 'eventId' | 'callId' | 'idempotencyKey' | 'at'>;

/** Longest time that who calls hears it ring. */
const RINGS_MS = 60_000;
const INCOMING = 'incoming';
const SHOWN = ['RINGING', 'PROGRESS'];

/**
 * Does what Asterisk's events ask for, and tells of them as any supplier's report is told. Of a call it remembers nothing: the line
 * in a channel's name says which one it is of, so another process goes on where one was killed, and what was missed meanwhile
 * is found by looking.
 */
@Injectable()
export class AsteriskEventsService {
  /** Found by the look before. */
  private amiss = new Map<string, Amiss>();
  private empty = new Set<string>();

  constructor(
    private readonly asterisk: AsteriskTelephone,
    private readonly providers: Providers,
    private readonly lines: CallLinesService,
    private readonly reports: CallReportsService,
    private readonly dataSource: DataSource,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  get isInForce(): boolean {
    return this.providers.of('telephone').protocol === 'ASTERISK';
  }

  /** @throws ProviderRefused, ProviderUnavailable */
  listen(): Promise<WebSocket> {
    return this.asterisk.events();
  }

  /** @returns the line, so that one call's events are taken one after the other; null when it is about no call */
  lineOf(event: AsteriskEvent): string | null {
    if ('recording' in event) return event.recording.name;
    return legOf((event.type === 'Dial' ? event.peer : event.channel).id)?.line ?? null;
  }

  async take(event: AsteriskEvent): Promise<void> {
    if ('recording' in event) {
      if (event.type === 'RecordingFinished') await this.recorded(event.recording.name);
      return;
    }
    const channel = event.type === 'Dial' ? event.peer : event.channel;
    const leg = legOf(channel.id);
    if (!leg) return;
    if (event.type === 'Dial') return this.dialled(leg, channel, event.dialstatus);
    if (event.type === 'ChannelDestroyed') return this.ended(leg, channel, event.cause);
    if (event.args[0] === INCOMING) return this.received(channel, event.args[1] ?? '');
    await this.pickedUp(leg);
  }

  /**
   * Finds what events would have told, when some were missed: ends, telephones that were picked up, recordings, and what nobody waits for
   * any more. Something amiss counts when it is seen twice: an event may be on its way.
   */
  async reconcile(): Promise<void> {
    const channels = new Map((await this.asterisk.channels()).map((channel) => [channel.id, channel]));
    const live = await this.dataSource.getRepository(PhoneCall).findBy({ isLive: true });
    const amiss = new Map<string, Amiss>();
    for (const call of live) {
      const line = call.supplierCallId;
      const what =
        line !== null && amissIn(call, channels.get(collectorOf(line)), channels.get(borrowerOf(line)));
      if (!line || !what) continue;
      if (this.amiss.get(line) === what) await this.mend(line, call, what);
      else amiss.set(line, what);
    }
    this.amiss = amiss;
    await this.endUnwanted([...channels.values()], new Set(live.map(({ supplierCallId }) => supplierCallId)));
    await this.tidy();
  }

  private async mend(line: string, call: PhoneCall, amiss: Amiss): Promise<void> {
    if (amiss !== 'GONE') return this.pickedUp({ line, side: amiss });
    await this.tell(line, call, 'gone', { type: 'ENDED', reason: 'OTHER' });
    await this.asterisk.hangUp(line);
  }

  /** Channels of calls that are over, and of callers whom nobody answers. */
  private async endUnwanted(
    channels: readonly AsteriskChannel[],
    live: ReadonlySet<string | null>,
  ): Promise<void> {
    for (const channel of channels) {
      const line = legOf(channel.id)?.line;
      if (line === undefined) continue;
      if (live.has(line)) {
        if (this.ringsTooLong(channel)) await this.asterisk.hangUp(line, NOT_ANSWERED);
      } else if (await this.callOf(line)) await this.asterisk.hangUp(line);
    }
  }

  private ringsTooLong({ state, creationtime }: AsteriskChannel): boolean {
    // By the exchange's own clock, as far as it is ours.
    return state === 'Ring' && Date.now() - Date.parse(creationtime ?? '') > RINGS_MS;
  }

  /** Bridges and recordings that nobody is in or wants any more. */
  private async tidy(): Promise<void> {
    const bridges = await this.asterisk.bridges();
    const ours = bridges.filter(({ id }) => isMonitor(id) || callOfKey(id) !== null);
    const empty = new Set(ours.flatMap(({ id, channels }) => (channels.length === 0 ? id : [])));
    // One that was just made is empty, too.
    for (const id of empty) if (this.empty.has(id)) await this.asterisk.endBridge(id);
    this.empty = empty;
    for (const { name } of await this.asterisk.recordings()) {
      const call = await this.callOf(name);
      if (!call || isLiveCall(call.state)) continue;
      if (call.recording === null) await this.recorded(name);
      else await this.asterisk.forget(name);
    }
  }

  private async dialled({ line, side }: Leg, { caller }: AsteriskChannel, status: string): Promise<void> {
    if (side !== 'BORROWER' || !SHOWN.includes(status)) return;
    const call = await this.callOf(line);
    if (call) await this.tell(line, call, 'ringing', { type: 'RINGING', from: caller?.number || null });
  }

  private async received({ id, caller }: AsteriskChannel, extension: string): Promise<void> {
    const telephone = await this.dataSource
      .getRepository(Softphone)
      .findOne({ where: { extensionNumber: extension, status: 'ENABLED' }, order: { id: 'ASC' } });
    if (!telephone) {
      this.logger.warn('Somebody calls an extension that no collector has');
      return this.asterisk.hangUp(id);
    }
    await this.asterisk.ring(id);
    await this.reports.receive({
      ...{ supplier: telephone.supplier, eventId: `${id}:${INCOMING}`, callId: id },
      ...{ type: 'INCOMING', at: this.clock.now().toISOString() },
      ...{ extension, from: caller?.number.slice(0, 24) ?? null },
    });
  }

  private async pickedUp({ line, side }: Leg): Promise<void> {
    const call = await this.callOf(line);
    if (!call || !isLiveCall(call.state) || call.hangupAt !== null) return this.asterisk.hangUp(line);
    const isOurs = call.direction === 'OUT';
    if (isOurs && side === 'COLLECTOR') {
      const may = await this.lines.mayRing(call.id);
      return may ? this.ringBorrower(line, call) : this.asterisk.hangUp(line);
    }
    await this.asterisk.connect(line);
    await this.tell(line, call, 'answered', { type: 'ANSWERED' });
  }

  private async ringBorrower(line: string, call: PhoneCall): Promise<void> {
    try {
      await this.asterisk.seat(line);
      const to = this.vault.open(call.numberEnc!);
      await this.asterisk.ringBorrower({ line, to, from: call.callerNumber });
    } catch (error) {
      await this.tell(line, call, 'notDialled', { type: 'FAILED', reason: 'DOWNTIME' });
      await this.asterisk.hangUp(line);
      throw error;
    }
  }

  /** The collector's channel ends after the borrower's too: then the call is over already, and it tells nothing. */
  private async ended(leg: Leg, { state }: AsteriskChannel, cause: number): Promise<void> {
    const { line, side } = leg;
    const call = await this.callOf(line);
    // We end both channels at once, and either may be gone first.
    const isByUs = call !== null && call.hangupAt !== null;
    const end = isByUs ? endedByCollector(call) : endOf(leg, state === 'Up', cause);
    if (!end) return;
    if (call && (side === 'BORROWER' || isLiveCall(call.state)))
      await this.tell(line, call, `ended.${side}`, end);
    await this.asterisk.hangUp(line);
  }

  private async recorded(name: string): Promise<void> {
    const call = await this.callOf(name);
    const recordingUrl = this.asterisk.recordingOf(name);
    if (call) await this.tell(name, call, 'recorded', { type: 'RECORDING', recordingUrl });
  }

  private async tell(line: string, call: PhoneCall, what: string, reported: Reported): Promise<void> {
    await this.reports.receive({
      ...{ supplier: call.supplier, eventId: `${line}:${what}`, callId: line },
      ...{ idempotencyKey: call.direction === 'OUT' ? line : null, at: this.clock.now().toISOString() },
      ...reported,
    });
  }

  private async callOf(line: string): Promise<PhoneCall | null> {
    const calls = this.dataSource.getRepository(PhoneCall);
    const id = callOfKey(line);
    if (id !== null) return calls.findOneBy({ id });
    // Without a supplier its number has no index.
    const suppliers = await this.dataSource
      .getRepository(Softphone)
      .createQueryBuilder('s')
      .select('DISTINCT s.supplier', 'supplier')
      .getRawMany<{ supplier: string }>();
    return calls.findOneBy({ supplier: In(suppliers.map(({ supplier }) => supplier)), supplierCallId: line });
  }
}
