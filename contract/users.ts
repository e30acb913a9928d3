import { z } from 'zod';
import { ROLES, SEND_CHANNELS } from './codes.js';
import { ClientRequestId, Id, IdText } from './shared/id.js';
import { PAGE_SIZE, pageQuery, sortQuery } from './shared/page.js';

const prefix = z
  .string()
  .trim()
  .max(64)
  .optional()
  .transform((text) => text || undefined);

export const USER_STATES = ['enabled', 'disabled'] as const;
export const USER_SORTS = ['name', 'username', 'createdAt', 'updatedAt'] as const;

/** `manage/user/list`. Names are searched by prefix. */
export const UserListQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  ...sortQuery(USER_SORTS),
  username: prefix,
  name: prefix,
  role: z.enum(ROLES).optional(),
  status: z.enum(USER_STATES).optional(),
  institutionId: IdText.optional(),
  groupId: IdText.optional(),
  queueId: IdText.optional(),
});
export type UserListQuery = z.infer<typeof UserListQuery>;

/** What an administrator says of a person. */
const UserFields = z.object({
  username: z
    .string()
    .trim()
    .min(3)
    .max(64)
    .regex(/^[\w.@-]+$/),
  name: z.string().trim().min(1).max(80),
  role: z.enum(ROLES),
  institutionId: Id,
  groupId: Id.nullable(),
  queueId: Id.nullable(),
  ranked: z.boolean(),
  longAging: z.boolean(),
  ptpRole: z.boolean(),
  autoDial: z.boolean(),
  showAnnouncement: z.boolean(),
  channels: z.array(z.enum(SEND_CHANNELS)).max(SEND_CHANNELS.length),
});
const inGroup = ({ role, groupId }: Pick<z.infer<typeof UserFields>, 'role' | 'groupId'>) =>
  groupId !== null || role === 'supervisor' || role === 'admin';
const GROUP_RULE = { path: ['groupId'], params: { rule: 'required' } };

export const UserForm = UserFields.refine(inGroup, GROUP_RULE);
export type UserForm = z.infer<typeof UserForm>;

/** `manage/user/createOrUpdate`: without an id a new person; `version` is the one that the form showed. */
export const UserChange = UserFields.extend({
  id: Id.optional(),
  version: Id.optional(),
  clientRequestId: ClientRequestId.optional(),
}).refine(inGroup, GROUP_RULE);
export type UserChange = z.infer<typeof UserChange>;

export const UserRef = z.object({ id: IdText });
export type UserRef = z.infer<typeof UserRef>;

/** POST `login/userPicture`: JPEG, PNG or WebP in base64; null removes it. */
export const OwnPicture = z.object({ base64Image: z.string().min(1).max(1_500_000).nullable() });
export type OwnPicture = z.infer<typeof OwnPicture>;
/** `manage/user/resetPassword`. Each time another code: the one before is void. */
export const UserId = z.object({ id: Id });
export type UserId = z.infer<typeof UserId>;
/** For how long a code may be used. */
export const ACTIVATION_HOURS = 72;
/** Told once, to who asked: the person signs in with it in place of a password, and chooses one. */
export interface ActivationCode {
  code: string;
  expiresAt: string;
}
/** `manage/user/picture`: of somebody else. The newest stays: it has no version, and sent twice it is the same one. */
export const UserPictureChange = OwnPicture.extend({ id: Id });
export type UserPictureChange = z.infer<typeof UserPictureChange>;

/** `manage/user/info`, `management/user/info/{id}`; a row of `manage/user/list`. */
export interface UserInfo extends UserForm {
  id: number;
  version: number;
  enabled: boolean;
  /** Address of the picture. */
  picture: string | null;
  institutionName: string;
  groupName: string | null;
  queueName: string | null;
  createdBy: string | null;
  createdAt: string;
  updatedBy: string | null;
  updatedAt: string;
}
