import { z } from 'zod';
import type { CallResult } from '../codes.js';
import { ClientRequestId, Id } from '../shared/id.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';

/** Scope of a stop that somebody chooses: a collector's contacts, those about a queue's cases, by a template, of an institution and those below. */
export const CHOSEN_STOP_KINDS = ['COLLECTOR', 'QUEUE', 'TEMPLATE', 'INSTITUTION'] as const;
export type ChosenStopKind = (typeof CHOSEN_STOP_KINDS)[number];
/** And a number that is not its borrower's, whoever has it: its subject is the contact that it was met as. */
export const STOP_KINDS = [...CHOSEN_STOP_KINDS, 'NUMBER'] as const;
export type StopKind = (typeof STOP_KINDS)[number];

/** Numbers that a collector marks as somebody else's on a day; of each further one a leader has to say so, too. It is stopped meanwhile. */
export const FREE_MARKS = 4;

/** `guard/stops`: those in force, or all that were; newest first. */
export const StopsQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  state: z.enum(['LIVE', 'PAST', 'ALL']).default('ALL'),
  kind: z.enum(STOP_KINDS).optional(),
});
export type StopsQuery = z.infer<typeof StopsQuery>;

export interface StopRow {
  id: number;
  version: number;
  kind: StopKind;
  subjectId: number;
  /** The collector's, queue's, template's or institution's name; of a number its mask. */
  subject: string;
  institution: string;
  /** Null: a record placed it, whose `result` says that the number is somebody else's. */
  reason: string | null;
  result: CallResult | null;
  /** Null: the person who has the number, by a message. */
  stoppedBy: string | null;
  stoppedAt: string;
  /** A number's stop takes two people to end: who asked, when, and with what evidence. */
  liftRequestedBy: string | null;
  liftRequestedAt: string | null;
  evidence: string | null;
  liftReason: string | null;
  liftedBy: string | null;
  liftedAt: string | null;
  /** Queued messages that wait for its end. */
  waiting: number;
  /** The viewer may lift it now, or ask for the end of a number's. */
  mayLift: boolean;
}

/** A contact that was at a supplier when a stop or a complaint's hold came, and how it went on. */
export interface StoppedAct {
  kind: 'CALL' | 'MESSAGE';
  id: number;
  taskId: number | null;
  state: string;
  reason: string | null;
  endedAt: string | null;
}
export interface StopDetail extends StopRow {
  acts: StoppedAct[];
}

/** `guard/stops/mine`: what the viewer, and the people whom the viewer leads, may not contact now. */
export interface OwnStop {
  id: number;
  kind: StopKind;
  /** The viewer's own contacts, all of them. */
  self: boolean;
  subject: string;
  stoppedAt: string;
}

/** A number's stop takes two people to end: one has to ask first. */
export function needsRequest(stop: Pick<StopRow, 'kind'> & { liftRequestedBy: unknown }): boolean {
  return stop.kind === 'NUMBER' && stop.liftRequestedBy === null;
}

const reason = z.string().trim().min(5).max(300);
/** The kind is chosen first; `subjectId` is of that kind. */
export const StopForm = z.object({ kind: z.enum(CHOSEN_STOP_KINDS), subjectId: Id, reason });
/** `guard/stop`; the subject of a number's stop is a contact. */
export const StopContact = z.object({
  ...StopForm.shape,
  kind: z.enum(STOP_KINDS),
  clientRequestId: ClientRequestId,
});
export type StopContact = z.infer<typeof StopContact>;
/**
 * `guard/resume`: by another person of equal scope, never the one who was stopped. Of a number's stop the first call asks,
 * and a second person, of a level above where there is one, ends it.
 */
export const ResumeContact = z.object({
  id: Id,
  version: Id.optional(),
  reason,
  clientRequestId: ClientRequestId.optional(),
});
export type ResumeContact = z.infer<typeof ResumeContact>;

/** One that may be stopped, as a choice. */
export interface StopChoice {
  id: number;
  name: string;
}
export const StopChoicesQuery = z.object({ kind: z.enum(CHOSEN_STOP_KINDS) });
export type StopChoicesQuery = z.infer<typeof StopChoicesQuery>;

/** `institutionId`: the subject's. `heardBy`: everybody whom it stops, and those who watch over them. */
const StopRef = z.object({
  stopId: Id,
  institutionId: Id,
  kind: z.enum(CHOSEN_STOP_KINDS),
  subjectId: Id,
  heardBy: z.array(Id),
});
/** `contactId`: the contact by which the number was met. */
const NumberRef = z.object({ stopId: Id, institutionId: Id, contactId: Id, heardBy: z.array(Id) });
export const STOP_EVENTS = {
  'stop.placed': StopRef,
  'stop.lifted': StopRef,
  'stop.numberPlaced': NumberRef.extend({ recordId: Id.nullable() }),
  'stop.liftRequested': NumberRef,
  /** `undone`: the record that had placed the stop was taken back. */
  'stop.numberLifted': NumberRef.extend({ undone: z.boolean() }),
};
