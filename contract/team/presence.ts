import { z } from 'zod';
import { IsoDay, IsoTime } from '../shared/date.js';
import { Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery, sortQuery } from '../shared/page.js';

/** A collector's availability, as the collector's browsers report it; AWAY without any browser. */
export const PRESENCE_STATES = ['ON', 'CALL', 'WRAP_UP', 'IDLE', 'AWAY'] as const;
export type PresenceState = (typeof PRESENCE_STATES)[number];

/** How often the server asks its browsers, each of which answers by a beat. */
export const HEARTBEAT_EVERY_MS = 5_000;
/** A browser that has not been heard for so long is lost. */
export const PRESENCE_LEASE_MS = 15_000;

const DAY_MS = 86_400_000;
/** WRAP_UP: a call is over, and what came of it has not been recorded. */
const PHONE_STATES = ['FREE', 'CALL', 'WRAP_UP'] as const;

/** `beat`, on the socket: what one page knows of who sits in front of it. */
export const Heartbeat = z.object({
  /** The page's own name, for as long as it is open. */
  tab: z.string().regex(/^[\w-]{8,64}$/),
  /** Milliseconds since something was done on the page. */
  idleMs: z
    .int()
    .nonnegative()
    .transform((quiet) => Math.min(quiet, DAY_MS)),
  phone: z.enum(PHONE_STATES),
});
export type Heartbeat = z.infer<typeof Heartbeat>;

/** A collector's newest state; a later `since` is the newer one. */
export interface PresenceNow {
  collectorId: number;
  state: PresenceState;
  since: string;
}

/** `presence/list`: the collectors whom the viewer may see. */
export const PresenceListQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  ...sortQuery(['name', 'since']),
  groupId: IdText.optional(),
  state: z.enum(PRESENCE_STATES).optional(),
});
export type PresenceListQuery = z.infer<typeof PresenceListQuery>;

export interface PresenceRow extends Omit<PresenceNow, 'since'> {
  name: string;
  groupId: number | null;
  groupName: string | null;
  queueName: string | null;
  /** Null for who has never been here. */
  since: string | null;
}

/** `presence/timeline`: of one collector, the viewer's own without an id, on one of Mexico City's days, today without one. */
export const PresenceTimelineQuery = z.object({
  collectorId: IdText.optional(),
  date: IsoDay.optional(),
});
export type PresenceTimelineQuery = z.infer<typeof PresenceTimelineQuery>;

export interface PresenceSegment {
  state: PresenceState;
  from: string;
  /** Null: it lasts. */
  to: string | null;
}

export interface PresenceTimeline {
  collectorId: number;
  name: string;
  groupId: number | null;
  day: string;
  asOf: string;
  /** From the first coming to the last going, without a hole: AWAY is a break between them, or what lasts today. */
  segments: PresenceSegment[];
  /** Whole seconds of each state until `asOf`. */
  totals: Record<PresenceState, number>;
}

export const PRESENCE_EVENTS = {
  /** `since` is the event's effective time. */
  'presence.changed': z.object({
    collectorId: Id,
    institutionId: Id,
    groupId: Id,
    state: z.enum(PRESENCE_STATES),
    since: IsoTime,
  }),
} as const;
