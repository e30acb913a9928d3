import type { AnyEvent } from '../../../contract/events/events.js';
import type { LiveCall } from '../../../contract/supervision/listening.js';
import { nounsOf, type NounTag } from '../../../contract/nouns.js';
import {
  rooms,
  TAG_TYPES,
  type CaseChange,
  type PushEnvelope,
  type Messages,
  type Tag,
} from '../../../contract/realtime.js';
import { sessionRoom } from '../realtime/socket-rooms.js';
import { ADMINISTRATION_PUSHES, announced } from './administration-pushes.js';
import { CASE_PUSHES } from './case-pushes.js';
import {
  as,
  rule,
  tags,
  type EventRule,
  type EventRules,
  type Message,
  type MessageRule,
} from './push-kinds.js';

type Board = Messages['board.changed'];
type Records = Omit<Messages['monitoring.recorded'], 'cut'>;

/** Above this many changes at once a leader's browser refetches its own page, which is less. */
const MAX_ROWS = 200;
/** Above this many records at once a supervisor's browser refetches its newest pages, which is less. */
const MAX_RECORDS = 400;

/** Many browsers may show one team, and no person reads faster. */
const ms = 100;
const card = { to: rooms.user, message: as('scoreCard.changed') };
const records = { message: recorded, pace: { ms, merge: withRecords } };
const running = {
  message: (calls: readonly LiveCall[]) => as('liveCalls.changed')({ calls: [...calls] }),
  pace: { ms, merge: lastOf(({ callId }: LiveCall) => callId) },
};
const tagged = { message: ({ types, id }: { types: Iterable<Tag['type']>; id?: number }) => tags(types, id) };
const notified = { message: () => tags(['Inbox']), pace: { ms: 300, merge: () => undefined } };
const events: EventRules = { ...CASE_PUSHES, ...ADMINISTRATION_PUSHES };

/**
 * Every message to a browser, by its cause: to which room, what is sent, and how often at most. push.ts carries the table out;
 * the gateway sends what its own sockets cause.
 */
export const PUSH_RULES = {
  /** Events of commands; a heartbeat that changes a collector's availability is one, too. */
  events,

  /** The flags and tags of events: read once for a batch of them and sent as it is now, so their order does not matter. */
  models: {
    card: rule(card),
    /** Cards in which the rank alone has changed: in a big team a payment moves hundreds. */
    rank: rule({ ...card, pace: { ms: 2_000, merge: (_, next) => next } }),
    board: rule({ to: rooms.board, message: as('board.changed'), pace: { ms, merge: withSeats } }),
    kept: rule({ to: rooms.board, message: as('board.kept') }),
    /** A count costs some milliseconds, and cases slip out of sight by the day rather than by the second. */
    uncovered: { ...rule({ to: rooms.board, message: as('board.uncovered') }), countMs: 5_000 },
    ownCase: rule({ to: rooms.user, message: as('case.changed') }),
    openCase: rule({ to: rooms.case, message: as('case.changed') }),
    teamCases: rule({
      to: rooms.group,
      message: changed,
      pace: { ms, merge: lastOf(({ caseId }: CaseChange) => caseId) },
    }),
    ownCall: rule({ to: rooms.user, message: as('call.changed') }),
    callOfCase: rule({ to: rooms.case, message: as('call.changed') }),
    openCall: rule({ to: rooms.call, message: as('call.changed') }),
    recordsOfInstitution: rule({ to: rooms.monitoring, ...records }),
    recordsOfTeam: rule({ to: rooms.monitoringTeam, ...records }),
    callsOfInstitution: rule({ to: rooms.liveCalls, ...running }),
    callsOfTeam: rule({ to: rooms.liveCallsTeam, ...running }),
    decision: rule({ to: rooms.user, message: as('decision.made') }),
    inbox: rule<number, void>({ to: rooms.user, ...notified }),
    personRights: rule({ to: rooms.user, message: as('rights.changed') }),
    sessionEnd: rule({ to: sessionRoom, message: as('session.ended') }),
    ofCase: rule({ to: rooms.case, ...tagged }),
    ofBorrower: rule({ to: rooms.borrower, ...tagged }),
    ofInstitution: rule({ to: rooms.institution, ...tagged }),
    queueCounts: rule<number, void>({
      to: rooms.institution,
      message: () => tags(['Queue']),
      pace: { ms: 1_000, merge: () => undefined },
    }),
  },

  /** How far a job is: outside the rooms' count, from any process. */
  progress: {
    export: rule<number, void>({ to: rooms.user, message: () => tags(['Export', 'Job']) }),
    policyLab: rule<number, void>({ to: rooms.user, message: () => tags(['PolicyLab', 'Job']) }),
    schedule: rule({ to: rooms.user, message: (id: number) => upload('Schedule', id) }),
    sheet: rule({ to: rooms.user, message: (id: number) => upload('SheetUpload', id) }),
    import: rule<number, void>({
      to: rooms.user,
      message: () => tags(['Import', 'Job']),
      pace: { ms: 300, merge: () => undefined },
    }),
    /** To everybody there who looks at jobs. */
    importEnded: rule<number, void>({ to: rooms.institution, message: () => tags(['Import', 'Job']) }),
    /** The relay may be busy with the cases for a while; the event's own message follows and is shown once. */
    handOut: rule({ to: rooms.user, message: as('cases.assigned') }),
    /** An item was read or snoozed on one device. */
    inboxRead: rule<number, void>({ to: rooms.user, message: () => tags(['Inbox']) }),
    /** An announcement is shown from now on, or no longer: by the clock, and not by an event. */
    announcement: rule({
      to: rooms.institution,
      message: (shown: Parameters<typeof announced>[0]) => tags(announced(shown)),
    }),
  },

  /** The pushes that sockets cause: sent by the gateway, outside the rooms' count. */
  sockets: {
    viewers: rule({ to: rooms.case, message: as('case.presence') }),
    rights: rule({ to: rooms.user, message: as('rights.changed') }),
    /** The address that it comes from is admitted no longer. */
    refused: rule<number, void>({
      to: sessionRoom,
      message: () => as('session.ended')({ reason: 'addressRefused' }),
    }),
  },

  /** A new relay begins: messages may have been lost between the two. */
  takeover: tags(['ScoreCard', 'Board', 'CaseList', 'CaseCounts', 'Presence']),

  /** Messages of any kind were lost on the way to this server's browsers. */
  missed: tags([
    ...TAG_TYPES,
    ...nounsOf().map(
      ([
        ,
        {
          tags: [own],
        },
      ]) => own as NounTag,
    ),
  ]),
};

export function ruleOf(event: AnyEvent): EventRule | undefined {
  return events[event.name] as EventRule | undefined;
}

type Sockets = typeof PUSH_RULES.sockets;

/** The messages that the gateway sends: outside the count of its room, so that no browser misses it. */
export function envelopeOf<Cause extends keyof Sockets>(
  cause: Cause,
  key: number,
  ...[data]: Parameters<Sockets[Cause]['message']>
): PushEnvelope {
  const { to, message } = PUSH_RULES.sockets[cause] as MessageRule<number, unknown>;
  return { room: to(key), epoch: 0, seq: 0, at: Date.now(), ...message(data) };
}

/** To every browser of a server. */
export function missedEnvelope(): PushEnvelope {
  return { room: '*', epoch: 0, seq: 0, at: Date.now(), ...PUSH_RULES.missed };
}

function changed(changes: readonly CaseChange[]): Message {
  if (changes.length > MAX_ROWS) return tags(['CaseList', 'CaseCounts', 'Promise']);
  return { name: 'cases.changed', data: { changes: [...changes] } };
}

function recorded({ behaviours, calls }: Records): Message {
  const cut = behaviours.length + calls.length > MAX_RECORDS;
  return {
    name: 'monitoring.recorded',
    data: cut ? { behaviours: [], calls: [], cut } : { behaviours, calls, cut },
  };
}

function withRecords(before: Records, next: Records): Records {
  return {
    behaviours: lastOf(({ id }: Records['behaviours'][number]) => id)(before.behaviours, next.behaviours),
    calls: lastOf(({ callId }: Records['calls'][number]) => callId)(before.calls, next.calls),
  };
}

/** Only the last change is sent of two. */
function lastOf<Row>(idOf: (row: Row) => number) {
  return (before: readonly Row[], next: readonly Row[]): Row[] => [
    ...new Map([...before, ...next].map((row) => [idOf(row), row])).values(),
  ];
}

/** Sends a seat's latest state. The day before is dropped: a message covers one day, and browsers refetch at its end. */
function withSeats(before: Board, next: Board): Board {
  if (before.day !== next.day) return before.day > next.day ? before : next;
  return {
    ...next,
    rows: lastOf(({ collectorId }: Board['rows'][number]) => collectorId)(before.rows, next.rows),
    figures: lastOf(([collectorId]: Board['figures'][number]) => collectorId)(before.figures, next.figures),
  };
}

function upload(type: Tag['type'], id: number): Message {
  return { name: 'tags.changed', data: { tags: [{ type, id }, { type: 'Job' }] } };
}
