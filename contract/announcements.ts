import { z } from 'zod';
import { LANGUAGES, type Language } from './codes.js';
import { Id, IdText } from './shared/id.js';
import { PAGE_SIZE, pageQuery } from './shared/page.js';

export const ANNOUNCEMENT_KINDS = ['VIOLATION', 'NOTICE'] as const;
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];

/** Bytes of a picture, before base64. */
export const MAX_PICTURE_BYTES = 307_200;

/** `msg/queryAnnouncementMsg`: the header's scrolling notice; the caller's language when none is named. */
export const NoticeQuery = z.object({ country: z.enum(LANGUAGES).optional() });
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

const text = (max: number) => z.string().trim().min(1).max(max);
const picture = z.string().min(1).max(450_000);
const idNo = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[\p{L}\d-]{5,32}$/u);
const violation = {
  kind: z.literal('VIOLATION'),
  name: text(80),
  irregularities: text(500),
  processResult: text(500),
  /** Made of name and violation when it is left out. */
  content: text(1_000).optional(),
};
const notice = { kind: z.literal('NOTICE'), country: z.enum(LANGUAGES), content: text(1_000) };

/** `msg/addMsg`: for the own institution, or one below it. */
export const NewAnnouncement = z.discriminatedUnion('kind', [
  z.object({
    ...violation,
    institutionId: Id.optional(),
    idNo: idNo.nullish(),
    /** PNG or JPEG, base64 or a data URL. */
    base64Image: picture.nullish(),
  }),
  z.object({ ...notice, institutionId: Id.optional() }),
]);
export type NewAnnouncement = z.infer<typeof NewAnnouncement>;

/** `msg/updateMsg`: an ID number or a picture that is left out stays; null removes it. */
export const AnnouncementChange = z.discriminatedUnion('kind', [
  z.object({ ...violation, msgId: Id, idNo: idNo.nullish(), base64Image: picture.nullish() }),
  z.object({ ...notice, msgId: Id }),
]);
export type AnnouncementChange = z.infer<typeof AnnouncementChange>;

/** `msg/queryAllMsg`: everything published in the viewer's institutions, newest first. */
export const AllAnnouncementsQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  kind: z.enum(ANNOUNCEMENT_KINDS).optional(),
});
export type AllAnnouncementsQuery = z.infer<typeof AllAnnouncementsQuery>;

export interface AnnouncementRow {
  msgId: number;
  kind: AnnouncementKind;
  country: Language | null;
  institutionId: number;
  institutionName: string;
  name: string | null;
  idNo: string | null;
  irregularities: string | null;
  processResult: string | null;
  content: string;
  hasPicture: boolean;
  /** How many people have seen it. */
  readCount: number;
  createdBy: string | null;
  createdAt: string;
  updatedAt: string;
}
