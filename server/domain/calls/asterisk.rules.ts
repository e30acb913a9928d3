import { z } from 'zod';
import type {
  CallDirection,
  CallParty,
  CallReason,
  CallState,
  HANG_UP_CAUSES,
  ReportType,
} from '../../../contract/contact/calls.js';
import { callOfKey } from './call.rules.js';

/** The application that the dialplan hands calls over to. */
export const APPLICATION = 'recoup';

/** `line`: the key of a call of ours, or the channel of somebody who calls. */
export interface Leg {
  line: string;
  side: 'COLLECTOR' | 'BORROWER';
}

const COLLECTOR = '.collector';
const BORROWER = '.borrower';
const MONITOR = 'listen-';

export const collectorOf = (line: string) => line + COLLECTOR;
/** A caller has a channel before there is a call. */
export const borrowerOf = (line: string) => (callOfKey(line) === null ? line : line + BORROWER);
export const monitorOf = (id: string) => MONITOR + id;
export const isMonitor = (channel: string) => channel.startsWith(MONITOR);

/** @returns null for a channel of a listener */
export function legOf(channel: string): Leg | null {
  if (isMonitor(channel)) return null;
  if (channel.endsWith(COLLECTOR)) return { line: channel.slice(0, -COLLECTOR.length), side: 'COLLECTOR' };
  if (channel.endsWith(BORROWER)) return { line: channel.slice(0, -BORROWER.length), side: 'BORROWER' };
  return { line: channel, side: 'BORROWER' };
}

const Channel = z.object({
  id: z.string().min(1).max(80),
  /** "Up": the line was picked up. */
  state: z.string(),
  caller: z.object({ number: z.string() }).optional(),
  creationtime: z.string().optional(),
});
export type AsteriskChannel = z.infer<typeof Channel>;
export const Channels = z.array(Channel);
export const Bridges = z.array(z.object({ id: z.string(), channels: z.array(z.string()) }));
export const Recordings = z.array(z.object({ name: z.string() }));

/** Events that are heard; all else that Asterisk tells says nothing of a call. */
const AsteriskEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('StasisStart'), channel: Channel, args: z.array(z.string()) }),
  z.object({ type: z.literal('Dial'), peer: Channel, dialstatus: z.string() }),
  z.object({ type: z.literal('ChannelDestroyed'), channel: Channel, cause: z.number() }),
  z.object({ type: z.literal('RecordingFinished'), recording: z.object({ name: z.string() }) }),
  z.object({ type: z.literal('RecordingFailed'), recording: z.object({ name: z.string() }) }),
]);
export type AsteriskEvent = z.infer<typeof AsteriskEvent>;

/** @returns null for what we hear nothing of */
export function eventOf(message: string): AsteriskEvent | null {
  try {
    return AsteriskEvent.safeParse(JSON.parse(message)).data ?? null;
  } catch {
    return null;
  }
}

type Cause = (typeof HANG_UP_CAUSES)[number];
export interface End {
  type: Extract<ReportType, 'ENDED' | 'FAILED'>;
  reason: Cause & CallReason;
  hungUpBy: Exclude<CallParty, 'SYSTEM'> | null;
}

/** Causes of Q.850 by which a call was not taken; those that are missing say nothing. */
const NOT_TAKEN: Readonly<Record<number, Cause>> = {
  ...{ 1: 'EMPTY_NUMBER', 28: 'EMPTY_NUMBER', 22: 'EMPTY_NUMBER' },
  ...{ 17: 'BUSY', 21: 'REJECTED' },
  ...{ 0: 'NO_ANSWER', 16: 'NO_ANSWER', 18: 'NO_ANSWER', 19: 'NO_ANSWER', 32: 'NO_ANSWER' },
  ...{ 20: 'SHUT_OFF', 27: 'SHUT_OFF' },
  ...{ 34: 'DOWNTIME', 38: 'DOWNTIME', 41: 'DOWNTIME', 42: 'DOWNTIME', 44: 'DOWNTIME' },
};
/** Their ends are no failure of the line. */
const RANG: readonly Cause[] = ['NO_ANSWER', 'BUSY', 'REJECTED'];

/**
 * @param isUp the channel was picked up before it ended
 * @returns null when the call goes on: who calls a collector that does not pick up may be answered later
 */
export function endOf({ line, side }: Leg, isUp: boolean, cause: number): End | null {
  const isIncoming = callOfKey(line) === null;
  if (side === 'COLLECTOR') {
    if (isUp) return { type: 'ENDED', reason: 'HUNG_UP', hungUpBy: 'AGENT' };
    return isIncoming ? null : { type: 'FAILED', reason: 'NO_COLLECTOR', hungUpBy: 'AGENT' };
  }
  if (isUp) return { type: 'ENDED', reason: 'HUNG_UP', hungUpBy: 'CUSTOMER' };
  const reason = NOT_TAKEN[cause] ?? 'OTHER';
  // A caller who is turned away was turned away by us.
  if (isIncoming) return { type: 'ENDED', reason, hungUpBy: reason === 'REJECTED' ? 'AGENT' : 'CUSTOMER' };
  const hungUpBy = reason === 'BUSY' || reason === 'REJECTED' ? 'CUSTOMER' : null;
  return { type: RANG.includes(reason) ? 'ENDED' : 'FAILED', reason, hungUpBy };
}

interface Stage {
  direction: CallDirection;
  state: CallState;
}

/** The end that the collector asked for. */
export function endedByCollector({ direction, state }: Stage): End {
  const isRefused = direction === 'IN' && state === 'RINGING';
  return { type: 'ENDED', reason: isRefused ? 'REJECTED' : 'HUNG_UP', hungUpBy: 'AGENT' };
}

/** Where a number is dialled: "{number}" stands for +52 and ten digits, "{digits}" for the same without "+". */
export function endpointOf(pattern: string, number: string): string {
  return pattern.replace('{number}', number).replace('{digits}', number.replace(/\D/g, ''));
}

/** A call that we hold for live has lost a side, or a side was picked up and nobody heard it. */
export type Amiss = 'GONE' | Leg['side'];

/** @returns null when the channels are as the call's state has them */
export function amissIn(
  { direction, state }: Stage,
  collector: AsteriskChannel | undefined,
  borrower: AsteriskChannel | undefined,
): Amiss | null {
  const [isTaken, isUp] = [collector?.state === 'Up', borrower?.state === 'Up'];
  if (state === 'ANSWERED') return isTaken && isUp ? null : 'GONE';
  if (direction === 'IN') return borrower ? (isTaken ? 'COLLECTOR' : null) : 'GONE';
  if (!collector || (state === 'RINGING' && !borrower)) return 'GONE';
  if (isUp) return 'BORROWER';
  return isTaken && !borrower ? 'COLLECTOR' : null;
}
