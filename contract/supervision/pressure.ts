import type { Relation } from '../codes.js';
import type { ContactChannel, HoldKind } from '../contact/contact-compliance.js';

/** How far a borrower's pressure is looked back, today included. */
export const PRESSURE_DAYS = 30;

/** An act on the borrower, whichever loan it was for; only what took a slot counts against a limit. */
export interface PressureAct {
  receiptId: number;
  at: string;
  /** In the borrower's zone: "2026-11-21", and minutes since midnight. */
  day: string;
  minute: number;
  channel: ContactChannel;
  /** INCOMING: the borrower's own. */
  kind: 'ACT' | 'MANUAL' | 'INCOMING';
  relation: Relation | null;
  actor: string | null;
  /** A loan that the viewer sees; null for others. */
  loanId: string | null;
  taskId: number | null;
  counted: boolean;
  allowed: boolean;
  spoken: boolean;
}

/** Totals of one of the borrower's days. */
export interface PressureDay {
  day: string;
  attempts: number;
  /** Attempts of this day and the six before it. */
  attemptsWeek: number;
  conversations: number;
  messages: number;
  refused: number;
  /** The borrower's own. */
  incoming: number;
}

/** `borrower/pressure/{taskId}`, and `guard/pressure/{taskId}`: what the borrower of a case was put to in 30 days, over all loans and channels. */
export interface Pressure {
  taskId: number;
  loanId: string;
  borrowerName: string;
  zone: string;
  /** In force now; hours in minutes since midnight, of the borrower's zone. */
  limits: {
    attemptsPerDay: number;
    attemptsPerWeek: number;
    conversationsPerDay: number;
    messagesPerDay: number;
    legalFrom: number;
    legalTo: number;
  };
  /** The oldest first, each day once. */
  days: PressureDay[];
  /** The newest first; at most MAX_PRESSURE_ACTS of them. */
  acts: PressureAct[];
  /** Periods in which contact was forbidden; `until` null: still. */
  holds: { kind: HoldKind | 'OPT_OUT'; channel: ContactChannel | null; from: string; until: string | null }[];
}
export const MAX_PRESSURE_ACTS = 2_000;
