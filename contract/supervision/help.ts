import { z } from 'zod';
import type { Role } from '../codes.js';
import { IsoDay } from '../shared/date.js';
import { Id, IdText } from '../shared/id.js';
import { LISTEN_MODES } from './listening.js';

/** Words to a collector whose help does not come. */
export const DECLINE_REASONS = ['LATER', 'END_CALL', 'NOBODY'] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** MISSED: the call was over before anybody answered. */
export const HELP_STATES = ['WAITING', 'ANSWERED', 'DECLINED', 'WITHDRAWN', 'MISSED'] as const;
export type HelpState = (typeof HELP_STATES)[number];

/** `help/ask`: in the own call, which has been answered. */
export const AskForHelp = z.object({ callId: Id });
export type AskForHelp = z.infer<typeof AskForHelp>;
/** `help/withdraw`, `help/answer`, and for `help/helpers` as text. */
export const HelpRef = z.object({ id: Id });
export type HelpRef = z.infer<typeof HelpRef>;
export const HelpersQuery = z.object({ id: IdText });
export type HelpersQuery = z.infer<typeof HelpersQuery>;
/** `help/join`: takes part in the call that one has answered the request of; answers as `softPhone/listen` does. */
export const JoinCall = HelpRef.extend({ mode: z.enum(LISTEN_MODES) });
export type JoinCall = z.infer<typeof JoinCall>;
/** `help/pass`: to one of `help/helpers`. */
export const PassHelp = HelpRef.extend({ to: Id });
export type PassHelp = z.infer<typeof PassHelp>;
/** `help/decline` */
export const DeclineHelp = HelpRef.extend({ reason: z.enum(DECLINE_REASONS) });
export type DeclineHelp = z.infer<typeof DeclineHelp>;
/** `help/day`: of a team, today or on an earlier day. */
export const HelpDayQuery = z.object({ groupId: IdText, date: IsoDay.optional() });
export type HelpDayQuery = z.infer<typeof HelpDayQuery>;

/** `help/list`: a call whose collector waits, or one that the viewer has answered, while it lasts. */
export interface HelpRequest {
  id: number;
  callId: number;
  agentName: string;
  groupName: string | null;
  /** Its case, when the viewer may see it. */
  taskId: number | null;
  orderId: string | null;
  askedAt: string;
  /** When the borrower took the call. */
  answerTime: string;
  state: HelpState;
  /** The person whom somebody passed it to. */
  passedTo: string | null;
  /** Passed to the viewer. */
  forMe: boolean;
  passedBy: string | null;
}

/** `help/own`: the newest of the own running call; null without one. */
export interface OwnHelp {
  id: number;
  callId: number;
  askedAt: string;
  state: HelpState;
  /** The person who answered or declined it. */
  by: string | null;
  reason: DeclineReason | null;
  passedTo: string | null;
}

/** `help/helpers`: people who may answer it, the viewer left out. */
export interface Helper {
  id: number;
  name: string;
  role: Role;
}

/** `help/day`: seconds from asking to the answer, of the answered ones; null without one. */
export interface HelpDay {
  asked: number;
  answered: number;
  waiting: number;
  averageSeconds: number | null;
  longestSeconds: number | null;
}

const Help = z.object({ helpId: Id, callId: Id, agentId: Id, institutionId: Id, caseId: Id.nullable() });
export const HELP_EVENTS = {
  'help.asked': Help,
  'help.withdrawn': Help,
  'help.answered': Help.extend({ seconds: z.number().nonnegative() }),
  'help.passed': Help.extend({ to: Id }),
  'help.declined': Help.extend({ reason: z.enum(DECLINE_REASONS) }),
} as const;
