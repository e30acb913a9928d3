import { z } from 'zod';
import { IsoDay } from '../shared/date.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';

/** As what a what-if may plan a person. A resignation has its own way. */
export const PLANNED_STATES = ['ON_DUTY', 'ABSENT', 'REST'] as const;
export type PlannedState = (typeof PLANNED_STATES)[number];

const count = z.int().min(0).max(1_000_000);

/** Fields left out stay as planned. */
export const QueueWish = z.object({
  queueId: Id,
  /** How many of the own people are on duty, whoever they are; else those who are planned to be. */
  seats: count.max(10_000).optional(),
  perCapitaMin: count.optional(),
  perCapitaMax: count.min(1).optional(),
  minSeats: count.optional(),
  maxSeats: count.min(1).optional(),
  /** Centavos that the queue's day is to bring. */
  target: z.int().min(0).max(100_000_000_000).optional(),
});
export type QueueWish = z.infer<typeof QueueWish>;
/** Values of a queue's day that can be changed. */
export const WISHES = ['seats', 'perCapitaMin', 'perCapitaMax', 'minSeats', 'maxSeats', 'target'] as const;
export type WishName = (typeof WISHES)[number];

const Wishes = z.object({
  day: IsoDay,
  queues: z.array(QueueWish).max(100).default([]),
  people: z
    .array(z.object({ userId: Id, status: z.enum(PLANNED_STATES) }))
    .max(200)
    .default([]),
});
export type Wishes = z.infer<typeof Wishes>;

/** `workSchedule/whatIf`: nothing is written. `queueId` and `name` (its beginning) choose the people who are listed. */
export const WhatIfQuery = Wishes.extend({
  queueId: Id.optional(),
  name: z.string().trim().max(64).optional(),
});
export type WhatIfQuery = z.infer<typeof WhatIfQuery>;

/** `workSchedule/applyPlan`: writes a what-if into the schedule. `basis` is the one that the screen showed. */
export const ApplyPlan = Wishes.extend({
  basis: z.string().max(64).optional(),
  clientRequestId: ClientRequestId.optional(),
});
export type ApplyPlan = z.infer<typeof ApplyPlan>;

/** `workSchedule/undoPlan`: back to what stood there before, while nothing of it has changed since. */
export const UndoPlan = z.object({ planId: Id });
export type UndoPlan = z.infer<typeof UndoPlan>;

export interface PlanLimits {
  perCapitaMin: number;
  perCapitaMax: number;
  minSeats: number;
  /** Null: no end. */
  maxSeats: number | null;
}

/** Figures of a plan. Cases and seats are those of the viewer's people; amounts are centavos. */
export interface PlanFigures {
  seats: number;
  /** Own people who are planned to be on duty, as many as `seats` unless another number is wished. */
  people: number;
  /** By the cases that the plan expects, as the schedule says it; by `cases` where it expects none. */
  recommendedSeats: number;
  /** Cases that want a collector: what waits, or what the plan expects, if that is more; and on top what absent people give back. */
  cases: number;
  /** New cases that the own people can take. */
  capacity: number;
  /** New cases that they are given. */
  given: number;
  /** New cases of each who gets some; null without seats. */
  perCapita: number | null;
  /** All cases that somebody works: those of people on duty, and the new ones. */
  covered: number;
  /** Cases of each seat, old and new. */
  load: number | null;
  /** Cases that nobody has room for, in the whole queue. */
  left: number;
  /** Cases of own people who are away. */
  away: number;
  /** Cases of people on duty for whom there is no seat. */
  unseated: number;
  /** Open cases that nobody works that day: left, away and unseated. */
  unworked: number;
  /** Expected recovery of the covered cases by the last 30 days; null while nothing is known. */
  expectedRecovery: number | null;
  /** The plan's own, else what the indicators of the day ask of these cases; null when they ask for no money. */
  target: number | null;
}

export interface PlanSide {
  limits: PlanLimits;
  figures: PlanFigures;
}

export interface WhatIfQueue {
  queueId: number;
  queueName: string;
  /** Seats of teams that the viewer does not see: they take their share of the new cases. */
  otherSeats: number;
  today: PlanSide;
  then: PlanSide;
}

export interface WhatIfPerson {
  userId: number;
  name: string;
  username: string;
  queueId: number;
  /** Null: the day has a schedule, and the person is not in it. */
  today: PlannedState | 'RESIGNED' | null;
  then: PlannedState | 'RESIGNED' | null;
  /** Open cases. */
  cases: number;
  tenureDays: number;
}

export interface WhatIf {
  day: string;
  /** Names what the plan rests on: it is another one once the schedule or a queue's limits have changed. */
  basis: string;
  queues: WhatIfQueue[];
  /** The first 50 by name. */
  people: WhatIfPerson[];
  peopleCount: number;
}

/** `workSchedule/planResult`: plans that were applied for a day, the newest first, and what came. */
export const PlanResultQuery = z.object({ day: IsoDay, queueId: IdText.optional() });
export type PlanResultQuery = z.infer<typeof PlanResultQuery>;

/** Figures of a day, so far when it is not over. */
export interface PlanOutcome {
  /** Own people who worked a case. */
  seats: number;
  /** Cases in the days of those who did. */
  covered: number;
  load: number | null;
  /** Cases in the days of those who did not, and what the last run left. */
  unworked: number;
  recovered: number;
}

export interface PlanResult {
  planId: number;
  day: string;
  appliedBy: string;
  appliedAt: string;
  undoneAt: string | null;
  /** The viewer may take it back now. */
  mayUndo: boolean;
  queues: {
    queueId: number;
    queueName: string;
    before: PlanFigures;
    planned: PlanFigures;
    /** Null while the day has not begun. */
    came: PlanOutcome | null;
  }[];
}

const PlanRef = z.object({ planId: Id, institutionId: Id, day: IsoDay });
export const PLAN_EVENTS = {
  'seatPlan.applied': PlanRef.extend({ queueIds: z.array(Id), people: z.int().nonnegative() }),
  'seatPlan.undone': PlanRef,
} as const;
