import { z } from 'zod';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { Centavos } from '../shared/money.js';

/** Sources of a violation. */
export const VIOLATION_SOURCES = ['CALL', 'BEHAVIOUR', 'ANOMALY', 'COMPLAINT'] as const;
export type ViolationSource = (typeof VIOLATION_SOURCES)[number];

/** `processResult` of a violation without an amount. Screens say it in their reader's language. */
export const WARNING = 'Amonestación';

/** `msg/announceViolation`: of this person, told to all of the institution with photo and penalty. */
export const NewViolation = z.object({
  /** An anomaly is turned into one by its own call. */
  source: z.enum(VIOLATION_SOURCES).exclude(['ANOMALY']),
  sourceId: Id,
  userId: Id,
  reason: z.string().trim().min(1).max(500),
  /** Centavos; none: a warning. */
  amount: Centavos.min(0).nullish(),
  /** PNG or JPEG, base64 or a data URL. */
  base64Image: z.string().min(1).max(450_000).nullish(),
  clientRequestId: ClientRequestId,
});
export type NewViolation = z.infer<typeof NewViolation>;
export interface AnnouncedViolation {
  msgId: number;
}

export const VIOLATION_WEEKS = 12;
/** TYPED: announced without anything that it came from. */
export const VIOLATION_ORIGINS = [...VIOLATION_SOURCES, 'TYPED'] as const;
export type ViolationOrigin = (typeof VIOLATION_ORIGINS)[number];
/** `msg/violationWeeks`: violations of the reader's institutions by week, the oldest first, and by what they came from. */
export interface ViolationWeek {
  /** Its Monday, in Mexico. */
  week: string;
  total: number;
  byOrigin: Partial<Record<ViolationOrigin, number>>;
}

/** `msg/violation`: one that was announced, and who has read it. */
export const ViolationQuery = z.object({ msgId: IdText });
export type ViolationQuery = z.infer<typeof ViolationQuery>;
export interface ViolationReader {
  userId: number;
  name: string;
  readAt: string | null;
}
export interface ViolationInfo {
  msgId: number;
  name: string;
  reason: string;
  /** An amount, WARNING, or what was typed. */
  penalty: string;
  /** A data URL. */
  base64Image: string | null;
  announcedBy: string | null;
  announcedAt: string;
  /** Null: an announcement that no violation was turned into. */
  source: ViolationSource | null;
  sourceId: number | null;
  /** People of the institution who may sign in: how many have read it, and how many there are. */
  read: number;
  of: number;
  /** The people concerned first, then the latest readers, then the others. */
  readers: ViolationReader[];
}

export const VIOLATION_EVENTS = {
  /** For the first time. */
  'announcement.read': z.object({ announcementId: Id, institutionId: Id, authorId: Id.nullable() }),
};
