import { z } from 'zod';
import { CALL_TYPES, PLATFORMS, type Relation } from '../codes.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery, type Page } from '../shared/page.js';

/** The borrower's pictures: ID front and back, face, live, work info. */
export const PICTURE_KINDS = ['ID_FRONT', 'ID_BACK', 'FACE', 'LIVE', 'WORK'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

/** `task/userPic/{id}`: without `kind` which pictures there are; with it that one, as a data URL. */
export const PictureQuery = z.object({ kind: z.enum(PICTURE_KINDS).optional() });
export type PictureQuery = z.infer<typeof PictureQuery>;

export interface PictureList {
  /** In the order of PICTURE_KINDS; a kind that the customer did not upload is not there. */
  pictures: { kind: PictureKind; takenAt: string | null }[];
  /** Only when a kind was asked for: null when the customer did not upload it. */
  image: string | null;
}

/** `task/imageComment`: what a person noticed on one picture. */
export const ImageComment = z.object({
  taskId: Id,
  kind: z.enum(PICTURE_KINDS),
  comment: z.string().trim().min(1).max(500),
  clientRequestId: ClientRequestId.optional(),
});
export type ImageComment = z.infer<typeof ImageComment>;
export const ImageCommentQuery = z.object({ taskId: IdText, kind: z.enum(PICTURE_KINDS).optional() });
export type ImageCommentQuery = z.infer<typeof ImageCommentQuery>;
/** `task/ktp`: what a person noticed on the identity document as a whole. */
export const KtpComment = ImageComment.omit({ kind: true });
export type KtpComment = z.infer<typeof KtpComment>;
export const KtpQuery = z.object({ taskId: IdText });
export type KtpQuery = z.infer<typeof KtpQuery>;

export interface ImageCommentRow {
  id: number;
  /** Null for a comment on the identity document. */
  kind: PictureKind | null;
  comment: string;
  author: string | null;
  at: string;
}

export const DeviceListQuery = z.object(pageQuery(PAGE_SIZE.table));
export type DeviceListQuery = z.infer<typeof DeviceListQuery>;

/** Data from the borrower's device. `notKept`: the institution's policy keeps nothing of the kind. */
export interface DevicePage<Row> extends Page<Row> {
  notKept: boolean;
  /** True when the numbers are masked for this viewer. */
  hideKey: boolean;
}
export interface AddressBookRow {
  id: number;
  name: string;
  phone: string;
}
export type CallType = (typeof CALL_TYPES)[number];
/** `task/userCallRecord/{id}`: of all types, or of one. */
export const CallRecordQuery = DeviceListQuery.extend({
  type: z.coerce.number().pipe(z.literal(CALL_TYPES)).optional(),
});
export type CallRecordQuery = z.infer<typeof CallRecordQuery>;
/** A call of the borrower's own; times are epoch milliseconds. */
export interface DeviceCallRow {
  id: number;
  name: string;
  phone: string;
  type: CallType | null;
  time: number | null;
}
/** `task/userCallRecord/{id}`: a call of ours with the borrower or a contact. */
export interface CallRecordRow {
  id: number;
  type: CallType;
  /** Epoch milliseconds. */
  time: number;
  name: string | null;
  /** Masked. */
  phone: string | null;
  relation: Relation | null;
  /** The person who called, or took the call. */
  agent: string | null;
}

/** `task/userAlibabaInfo/{id}`: the third-party identity and credit answer. */
export interface IdentityAnswer {
  provider: string;
  reference: string;
  checkedAt: string;
  identityMatch: boolean | null;
  phoneMatch: boolean | null;
  /** 0 to 1. */
  faceSimilarity: number | null;
  creditScore: number | null;
  riskLevel: 'LOW' | 'MEDIUM' | 'HIGH' | null;
  /** Lenders that asked about the person in the last 90 days. */
  recentLenders: number | null;
  overdueElsewhere: boolean | null;
}
export interface IdentityAnswerInfo {
  /** Null when the third party was not asked. */
  answer: IdentityAnswer | null;
}

/** Possible relations of an emergency contact: not the borrower, and nobody from the borrower's device. */
export const EMERGENCY_RELATIONS = [
  'R02', 'R03', 'R04', 'R05', 'R06', 'R07', 'R08', 'R09', 'R10',
] as const; // prettier-ignore

/** `task/save/userEmerContact`: marks a contact, or adds one. */
export const SaveEmergencyContact = z.union([
  z.object({ taskId: Id, contactId: Id, emergency: z.boolean().default(true) }),
  z.object({
    taskId: Id,
    name: z.string().trim().min(1).max(120),
    phone: z.string().trim().min(1).max(24),
    relation: z.enum(EMERGENCY_RELATIONS),
  }),
]);
export type SaveEmergencyContact = z.infer<typeof SaveEmergencyContact>;
export interface SavedContact {
  contactId: number;
}

/** Why a number is looked at; the reason stands in the audit. */
export const REVEAL_PURPOSES = ['CALL', 'WHATSAPP', 'VERIFY', 'COMPLAINT'] as const;
export type RevealPurpose = (typeof REVEAL_PURPOSES)[number];
export const REVEALS_PER_HOUR = 60;
/** `task/getRealPhone`. */
export const RevealPhone = z.object({
  taskId: Id,
  contactId: z.union([Id, z.literal('borrower')]),
  purpose: z.enum(REVEAL_PURPOSES),
});
export type RevealPhone = z.infer<typeof RevealPhone>;
export interface RevealedPhone {
  /** E.164 */
  phone: string;
  /** How many more the person may see within the hour. */
  left: number;
}

/** `task/callOutMessage`: the note left when nobody could be reached. */
export const CallOutMessage = z.object({
  taskId: Id,
  contactId: Id.nullish(),
  message: z.string().trim().min(1).max(500),
  clientRequestId: ClientRequestId.optional(),
});
export type CallOutMessage = z.infer<typeof CallOutMessage>;
export const CallOutMessageQuery = z.object({ taskId: IdText });
export type CallOutMessageQuery = z.infer<typeof CallOutMessageQuery>;
export interface CallOutMessageRow {
  id: number;
  time: string;
  contactName: string | null;
  message: string;
  creator: string | null;
}

/** `task/appName/list`: the apps whose loans the viewer's institutions hold. */
export const AppNameQuery = z.object({ device: z.enum(PLATFORMS).optional() });
export type AppNameQuery = z.infer<typeof AppNameQuery>;
/** `task/loanMarketMerchant/list`: whose loans they are. */
export interface Merchant {
  id: number;
  code: string;
  name: string;
}
