import { z } from 'zod';
import { LANGUAGES, type Language } from '../codes.js';
import { IsoDay, IsoTime } from '../shared/date.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery, sortQuery } from '../shared/page.js';

export const ANNOUNCEMENT_KINDS = ['VIOLATION', 'NOTICE'] as const;
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];

/** Bytes of a picture, before base64. */
export const MAX_PICTURE_BYTES = 307_200;

/** `msg/queryAnnouncementMsg`: the header's scrolling notice; the caller's language when none is named. */
export const NoticeQuery = z.object({ country: z.enum(LANGUAGES).optional() });
export type NoticeQuery = z.infer<typeof NoticeQuery>;
export interface Notice {
  content: string;
}

/** `msg/queryMsg`: status 0 has the unread violation announcements, 1 those that the viewer has seen. */
export const AnnouncementQuery = z.object({
  ...pageQuery(PAGE_SIZE.announcements),
  status: z.enum(['0', '1']).default('0'),
});
export type AnnouncementQuery = z.infer<typeof AnnouncementQuery>;

export interface Announcement {
  msgId: number;
  name: string;
  /** Masked. */
  idNo: string | null;
  irregularities: string;
  processResult: string;
  /** A PNG or JPEG as a data URL. */
  base64Image: string | null;
  /** The line of the bar. */
  content: string;
}

export const AnnouncementRef = z.object({ msgId: IdText });
export type AnnouncementRef = z.infer<typeof AnnouncementRef>;

const text = (max: number) => z.string().trim().min(1).max(max);
const line = text(1_000).nullish();
const picture = z.string().min(1).max(450_000);
const idNo = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[\p{L}\d-]{5,32}$/u);

/** The form of an announcement: to whom, when, and the text. */
const AnnouncementFields = z.object({
  kind: z.enum(ANNOUNCEMENT_KINDS),
  /** The own one when it is left out. */
  institutionId: Id.nullish(),
  /** Only this group of it. */
  groupId: Id.nullish(),
  /** Shown from then on, until then; at once and for ever when left out. */
  startsAt: IsoTime.nullish(),
  endsAt: IsoTime.nullish(),
  /** A draft is shown to nobody. */
  published: z.boolean().default(true),
  /** A notice needs all three. Of a violation, the bar's line: made of name and violation when it is left out. */
  texts: z.object({ cn: line, en: line, es: line }).default({}),
  name: text(80).nullish(),
  irregularities: text(500).nullish(),
  processResult: text(500).nullish(),
  /** Left out it stays as it was; null removes it. */
  idNo: idNo.nullish(),
  /** PNG or JPEG, base64 or a data URL. Left out it stays; null removes it. */
  base64Image: picture.nullish(),
});
type AnnouncementFields = z.infer<typeof AnnouncementFields>;

const NEEDED = {
  NOTICE: ['texts.cn', 'texts.en', 'texts.es'],
  VIOLATION: ['name', 'irregularities', 'processResult'],
} as const;

function checkAnnouncement(input: AnnouncementFields, context: z.RefinementCtx): void {
  const filled: Record<string, unknown> = { ...input, ...prefixed(input.texts) };
  const refuse = (path: string, rule: string) =>
    context.addIssue({ code: 'custom', path: path.split('.'), message: rule, params: { rule } });
  for (const path of NEEDED[input.kind])
    if (filled[path] === undefined || filled[path] === null) refuse(path, 'required');
  if (input.startsAt && input.endsAt && input.startsAt >= input.endsAt) refuse('endsAt', 'order');
}

function prefixed(texts: AnnouncementFields['texts']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(texts).map(([language, text]) => [`texts.${language}`, text]));
}

export const AnnouncementForm = AnnouncementFields.superRefine(checkAnnouncement);
export type AnnouncementForm = z.infer<typeof AnnouncementForm>;

/** `msg/addMsg`: for the own institution, or one below it. */
export const NewAnnouncement = AnnouncementFields.extend({
  clientRequestId: ClientRequestId.optional(),
}).superRefine(checkAnnouncement);
export type NewAnnouncement = z.infer<typeof NewAnnouncement>;

/** `msg/updateMsg`: its kind stays. `version` is the one that the form showed. */
export const AnnouncementChange = AnnouncementFields.extend({
  msgId: Id,
  version: Id.optional(),
  clientRequestId: ClientRequestId.optional(),
}).superRefine(checkAnnouncement);
export type AnnouncementChange = z.infer<typeof AnnouncementChange>;

export const ANNOUNCEMENT_STATES = ['DRAFT', 'SCHEDULED', 'SHOWN', 'OVER', 'WITHDRAWN'] as const;
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];

/** `msg/queryAllMsg`: what is said in the viewer's institutions, newest first; what was withdrawn only when asked for. */
export const AllAnnouncementsQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  ...sortQuery(['createdAt', 'startsAt', 'endsAt']),
  kind: z.enum(ANNOUNCEMENT_KINDS).optional(),
  state: z.enum(ANNOUNCEMENT_STATES).optional(),
  institutionId: IdText.optional(),
  groupId: IdText.optional(),
  msgId: IdText.optional(),
  /** Days of Mexico on which it was written, both included. */
  from: IsoDay.optional(),
  to: IsoDay.optional(),
});
export type AllAnnouncementsQuery = z.infer<typeof AllAnnouncementsQuery>;

export interface AnnouncementRow {
  msgId: number;
  version: number;
  kind: AnnouncementKind;
  state: AnnouncementState;
  institutionId: number;
  institutionName: string;
  groupId: number | null;
  groupName: string | null;
  startsAt: string | null;
  endsAt: string | null;
  published: boolean;
  texts: Partial<Record<Language, string | null>>;
  /** The line as the viewer reads it. */
  content: string;
  name: string | null;
  idNo: string | null;
  irregularities: string | null;
  processResult: string | null;
  hasPicture: boolean;
  /** How many people have seen it. */
  readCount: number;
  createdBy: string | null;
  createdAt: string;
  updatedAt: string;
}
