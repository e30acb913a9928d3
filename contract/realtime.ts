import { z } from 'zod';
import type { DecisionNotice } from './administration/decisions.js';
import type { EventPayload } from './events/events.js';
import type { NounTag } from './nouns.js';
import type { Grants } from './permissions.js';
import type { BehaviourRow } from './supervision/behaviour.js';
import type { BoardPush } from './team/board-frame.js';
import type { KeptPromises, ScoreCard } from './team/boards.js';
import type { CallChange, MonitoredCall } from './contact/calls.js';
import type { CaseRow } from './cases/cases.js';
import type { RequestKind } from './cases/requests.js';
import type { Heartbeat, PresenceNow } from './team/presence.js';
import type { ListenEnd, ListenTicket, LiveCall } from './supervision/listening.js';
import type { PersonSettings } from './session.js';
import { Id } from './shared/id.js';

/**
 * Messages that the server pushes. Each travels in a Frame: `epoch` is the number of the relay's lease and `seq` counts the frames
 * of its room, so that a browser notices a gap (or a new epoch) and refetches what is on screen. The server decides the room
 * (server/platform/realtime/audience.ts); a browser sends only `watch` and `unwatch`.
 */
export interface PushEnvelope<Name extends MessageName = MessageName> {
  room: string;
  /** It only rises: a frame of a lower one is of a relay that no longer leads. */
  epoch: number;
  /** From 1; 0 for a hint outside the count, which may be lost without harm. */
  seq: number;
  name: Name;
  data: Messages[Name];
  /** When the newest event in it was recorded, epoch ms: a board's "as of". */
  at: number;
}

/** How a browser comes back, for socket.io. A server or a proxy loses thousands at once: they are spread over ten seconds, ms. */
export const COMING_BACK = {
  reconnectionDelay: 5_000,
  randomizationFactor: 1,
  reconnectionDelayMax: 10_000,
} as const;

type SessionEnd = EventPayload<'session.revoked'>['reason'];

export interface Messages {
  /** To the collector: the whole card. */
  'scoreCard.changed': ScoreCard;
  'board.changed': BoardPush;
  /** To a team's board, and to the collector. */
  'presence.changed': PresenceNow;
  /** To a team's board: what became of these collectors' promises today. */
  'board.kept': { kept: KeptPromises[] };
  /** To a team's board: how many of its open cases are uncovered now, in all of its queues together. */
  'board.uncovered': { uncovered: number };
  /** To the owner and those who have the case open: the row as it is now. */
  'case.changed': CaseChange;
  /** To the group's leaders: the rows as they are now, at most every 100 ms. */
  'cases.changed': { changes: CaseChange[] };
  /** A case left this collector's list, or came to it. */
  'case.moved': { caseId: number; direction: 'in' | 'out'; reason: string | null };
  /** A part of an allocation came to this collector: once as a hint, once counted; `runId` and `part` name it. */
  'cases.assigned': { runId: number; part: number; cases: number; amount: number };
  /** A promise's day is over and it was broken: to who has the case and the group's leaders. */
  'promise.broken': { caseId: number; promiseId: number; amount: number };
  /** Somebody asks for a decision: to the group's leaders. */
  'request.opened': { caseId: number; requestId: number; kind: RequestKind };
  /** To who asked. */
  'request.decided': { caseId: number; requestId: number; kind: RequestKind; granted: boolean };
  /** To the leaders of the teams that work a queue: cases stay without a collector, for everybody is full. */
  'seatGap.found': { queueId: number; queueName: string; left: number; missingSeats: number };
  /** A deduction came to its end (1 failed, 2 success): to who asked for it and those who have the case open. */
  'deduction.changed': { caseId: number; deductionId: number; amount: number; status: 1 | 2 };
  /** The provider charged the card twice for one deduction: to who asked for it and the group's leaders. */
  'deduction.doubled': { caseId: number; deductionId: number; amount: number };
  /** A call, as it is now: to its collector and those who have its case, or itself, open. */
  'call.changed': CallChange;
  /**
   * To who supervises an institution or a team: what was done and said, each as it is now. `cut`: there was more than a
   * message holds, so it has to be asked for.
   */
  'monitoring.recorded': { behaviours: BehaviourRow[]; calls: MonitoredCall[]; cut: boolean };
  /** To who may listen in: the calls of their people that run, and those that just ended, each as it is now. */
  'liveCalls.changed': { calls: LiveCall[] };
  /** A decision that took two people: to the administrators of its institution and of those above. */
  'decision.made': DecisionNotice;
  /** Something a screen shows has changed: refetch these tags. */
  'tags.changed': { tags: Tag[] };
  /** To everybody in the institution. */
  'announcement.published': { msgId: number };
  /** The person's current rights: menu, buttons and rooms follow. After a change of the person, the settings, too. */
  'rights.changed': Grants & Partial<PersonSettings>;
  /** Sign-in ended: code 02 follows on every call. */
  'session.ended': { reason: SessionEnd };
  /** People who have the case open. */
  'case.presence': { caseId: number; viewers: { userId: number; name: string; recording: boolean }[] };
}
export type MessageName = keyof Messages;

export interface CaseChange {
  caseId: number;
  /** The event that changed it, e.g. payment.posted: the list flashes by it. */
  cause: string;
  row: Omit<CaseRow, 'borrowerName' | 'borrowerPhone'>;
}

/**
 * Names what a screen shows: the server invalidates by these, and the client's calls provide them. A noun of NOUNS whose rows its
 * own calls alone show has its tag there, which entityApi adds.
 */
export const TAG_TYPES = [
  'Session',
  'Case',
  'CaseList',
  'CaseCounts',
  'CollectionLog',
  'Plan',
  'PayLog',
  'Call',
  'Recording',
  'Quality',
  'Listening',
  'Help',
  'Timeline',
  'Pictures',
  'Identity',
  'RepaymentCode',
  'Message',
  'MessageLimits',
  'Template',
  'ProductTerms',
  'Indicator',
  'Weights',
  'GuardPolicy',
  'PolicyLab',
  'Configuration',
  'Approval',
  'Connection',
  'Privacy',
  'Kiosk',
  'Extension',
  'Promise',
  'Request',
  'Contact',
  'ScoreCard',
  'Board',
  'Queue',
  'Allocation',
  'Schedule',
  'User',
  'Softphone',
  'OwnSoftphone',
  'SheetUpload',
  'Portrait',
  'Institution',
  'Grants',
  'Announcement',
  'Notice',
  'Refund',
  'Complaint',
  'Stop',
  'NumberStop',
  'Violation',
  'Presence',
  'Behaviour',
  'Anomaly',
  'Audit',
  'Job',
  'Import',
  'Export',
  'Inbox',
] as const;

export interface Tag {
  type: (typeof TAG_TYPES)[number] | NounTag;
  id?: number;
}

/** Topics that a browser may watch, besides its own user room, which it always has. */
export const WatchTopic = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('case'), caseId: Id }),
  z.object({ topic: z.literal('board'), groupId: Id }),
  /** Live monitoring: of one team, or of all that the viewer supervises. */
  z.object({ topic: z.literal('monitoring'), groupId: Id.nullable() }),
  /** Calls that can be listened to. */
  z.object({ topic: z.literal('liveCalls') }),
  z.object({ topic: z.literal('call'), callId: Id }),
]);
export type WatchTopic = z.infer<typeof WatchTopic>;

/** Marks a watched case as being recorded, or no longer. */
export const RecordingChange = z.object({ caseId: Id, recording: z.boolean() });
export type RecordingChange = z.infer<typeof RecordingChange>;

/** `version` is what is watched as it was when the room was joined: a browser that shows an older one refetches. */
export interface WatchAnswer {
  ok: boolean;
  version?: number;
}

export interface ServerToClient {
  frame: (envelope: PushEnvelope) => void;
  /** Sound of the call that is listened to. */
  sound: (pcm: Uint8Array | ArrayBuffer) => void;
  soundEnded: (end: { callId: number; reason: ListenEnd }) => void;
}
export interface ClientToServer {
  watch: (topic: WatchTopic, answer: (reply: WatchAnswer) => void) => void;
  unwatch: (topic: WatchTopic) => void;
  recording: (change: RecordingChange) => void;
  beat: (heartbeat: Heartbeat) => void;
  listenIn: (ticket: ListenTicket, answer: (reply: WatchAnswer) => void) => void;
  talk: (pcm: Uint8Array | ArrayBuffer) => void;
  listenOut: (nothing: null, answer: (reply: WatchAnswer) => void) => void;
}

export const rooms = {
  user: (userId: number) => `user:${userId}`,
  case: (caseId: number) => `case:${caseId}`,
  /** Those who have any of the borrower's cases open. */
  borrower: (borrowerId: number) => `borrower:${borrowerId}`,
  board: (groupId: number) => `board:${groupId}`,
  /** Those who supervise the institution, or one above it, and look at what is done there. */
  monitoring: (institutionId: number) => `monitoring:${institutionId}`,
  monitoringTeam: (groupId: number) => `monitoring-team:${groupId}`,
  /** Those who may listen in to the institution's calls, or the team's, and look at what runs. */
  liveCalls: (institutionId: number) => `live-calls:${institutionId}`,
  liveCallsTeam: (groupId: number) => `live-calls-team:${groupId}`,
  /** Those who have the call open. */
  call: (callId: number) => `call:${callId}`,
  /** Viewers of any monitoring: nothing is sent here, it shows whether there are any. */
  monitors: () => 'monitoring',
  /** Leaders of the group, wherever they are in the product. */
  group: (groupId: number) => `group:${groupId}`,
  /** All people signed in there. */
  institution: (institutionId: number) => `institution:${institutionId}`,
};
