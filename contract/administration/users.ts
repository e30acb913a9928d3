import type { WaitingChange } from './approvals.js';
import type { AuthenticatorAccess } from '../authenticators.js';
import { z } from 'zod';
import { RELOAN_TYPES, ROLES, SEND_CHANNELS } from '../codes.js';
import { CHECK_KINDS, LIVENESS_MODES } from '../liveness.js';
import { IsoDay } from '../shared/date.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery, sortQuery } from '../shared/page.js';

const prefix = z
  .string()
  .trim()
  .max(64)
  .optional()
  .transform((text) => text || undefined);

export const USER_STATES = ['enabled', 'disabled'] as const;
/** A yes-or-no of a person by which the list is narrowed to those who have it. */
export const USER_FLAGS = ['ranked', 'longAging', 'ptpRole', 'autoDial', 'autoReborrow'] as const;
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
  channel: z.enum(SEND_CHANNELS).optional(),
  flag: z.enum(USER_FLAGS).optional(),
});
export type UserListQuery = z.infer<typeof UserListQuery>;

export const Username = z
  .string()
  .trim()
  .min(3)
  .max(64)
  .regex(/^[\w.@-]+$/);

/** The form of a user. */
const UserFields = z.object({
  username: Username,
  name: z.string().trim().min(1).max(80),
  /** Codes to choose a password go there; null: an administrator hands them over. */
  email: z.email().max(254).nullable(),
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
  liveness: z.enum(LIVENESS_MODES),
  affiliatedSystem: z.string().trim().min(1).max(60).nullable(),
  autoReborrow: z.boolean(),
  /** Limits the cases that are handed to the person; an empty list: any case. */
  products: z.array(z.string().trim().min(1).max(60)).max(100),
  loanTypes: z.array(z.literal(RELOAN_TYPES)).max(RELOAN_TYPES.length),
  appSystems: z.array(z.string().trim().min(1).max(60)).max(100),
  /** Since when the person has done this work: beginners are handed less. Null: since the account was made. */
  tenureFrom: IsoDay.nullable(),
});
const Membership = UserFields.pick({ role: true, groupId: true });
const inGroup = ({ role, groupId }: z.infer<typeof Membership>) =>
  groupId !== null || role === 'supervisor' || role === 'admin';
/** Checked together with the other fields: by itself it would wait until all of them are right. */
const GROUP_RULE = {
  path: ['groupId'],
  params: { rule: 'required' },
  when: ({ value }: { value: unknown }) => Membership.safeParse(value).success,
};

export const UserForm = UserFields.refine(inGroup, GROUP_RULE);
export type UserForm = z.infer<typeof UserForm>;

/** Defaults of a new user. */
export const DEFAULT_USER = {
  email: null, groupId: null, queueId: null, ranked: true, longAging: false, ptpRole: false, autoDial: false, showAnnouncement: true,
  channels: ['SMS'], liveness: 'NONE', affiliatedSystem: null, autoReborrow: false, products: [], loanTypes: [],
  appSystems: [], tenureFrom: null,
} as const; // prettier-ignore

/** `manage/user/createOrUpdate`: without an id a new person; `version` is the one that the form showed. */
export const UserChange = UserFields.extend({
  /** Absent: it stays. */
  email: UserFields.shape.email.optional(),
  id: Id.optional(),
  version: Id.optional(),
  clientRequestId: ClientRequestId.optional(),
  /** Whoever has work in hand is moved all the same, and it is released. */
  release: z.boolean().optional(),
}).refine(inGroup, GROUP_RULE);
export type UserChange = z.infer<typeof UserChange>;

/** `institutionalManagement/accounts` (POST): one thing about an account, its role or whether it is enabled. */
export const AccountChange = z
  .object({
    id: Id,
    role: z.enum(ROLES).optional(),
    enabled: z.boolean().optional(),
    version: Id.optional(),
    clientRequestId: ClientRequestId.optional(),
    release: z.boolean().optional(),
  })
  .refine(({ role, enabled }) => (role === undefined) !== (enabled === undefined), { path: ['role'] });
export type AccountChange = z.infer<typeof AccountChange>;

export const UserRef = z.object({ id: IdText });
export type UserRef = z.infer<typeof UserRef>;

/** POST `login/userPicture`: JPEG, PNG or WebP in base64; null removes it. */
export const OwnPicture = z.object({ base64Image: z.string().min(1).max(1_500_000).nullable() });
export type OwnPicture = z.infer<typeof OwnPicture>;
/** `manage/user/resetPassword`, `manage/user/invite`. Each time another code: the one before is void. */
export const UserId = z.object({ id: Id });
export type UserId = z.infer<typeof UserId>;
/** `manage/user/livenessCount`: adds checks to what the person has left. */
export const CheckCountChange = z.object({
  id: Id,
  kind: z.enum(CHECK_KINDS),
  count: z.int().min(1).max(100),
  clientRequestId: ClientRequestId.optional(),
});
export type CheckCountChange = z.infer<typeof CheckCountChange>;

/**
 * `manage/user/bindIdCard`: asked for at sign-in from now on; null: none is. Two things are kept: the hash that sign-in compares,
 * and the sealed number, from which the rotation of keys computes the hash again.
 */
export const IdCardChange = z.object({
  id: Id,
  idCard: z
    .string()
    .trim()
    .min(5)
    .max(32)
    .regex(/^[\w\s-]+$/)
    .nullable(),
  version: Id.optional(),
});
export type IdCardChange = z.infer<typeof IdCardChange>;

/** `manage/user/access`: whether a person is signed in or locked out. */
export interface UserAccess {
  /** A person has one at a time; null: not signed in. */
  session: { since: string; lastSeenAt: string; address: string | null } | null;
  /** End of the lock after wrong passwords; null: not locked. */
  lockedUntil: string | null;
  /** Null: signs in without a code. */
  authenticator: AuthenticatorAccess | null;
}

export const LOGIN_RESULTS = [
  'SUCCESS', 'WRONG', 'DISABLED', 'ID_CARD', 'CAPTCHA', 'THROTTLED', 'ADDRESS', 'KEY_EXPIRED', 'LOCKED', 'CHANGED', 'CODE',
] as const; // prettier-ignore
export const LOGIN_STATES = ['success', 'abnormal'] as const;
/** `manage/user/loginLogs/export`: all of them as a file. */
export const LoginLogFilter = z.object({
  username: prefix,
  state: z.enum(LOGIN_STATES).optional(),
  result: z.enum(LOGIN_RESULTS).optional(),
  address: z.string().trim().max(45).optional(),
  from: IsoDay.optional(),
  to: IsoDay.optional(),
});
export type LoginLogFilter = z.infer<typeof LoginLogFilter>;

/** `manage/user/loginLogs`: the newest first, or by time as it is sorted. Only time has an index at any volume. */
export const LoginLogQuery = LoginLogFilter.extend({ ...pageQuery(PAGE_SIZE.table), ...sortQuery(['at']) });
export type LoginLogQuery = z.infer<typeof LoginLogQuery>;

/** By a password, by the change of one, or by the lender's identity provider. */
export type LoginMethod = 'PASSWORD' | 'CHANGE' | 'OPENID';

/** An attempt to sign in, or a password that was changed. */
export interface LoginLog {
  id: number;
  userId: number;
  username: string;
  name: string;
  /** Address of the person's picture. */
  picture: string | null;
  at: string;
  method: LoginMethod;
  result: (typeof LOGIN_RESULTS)[number];
  /** The account's sign-ins of that day up to this one: those that went well, and the others. */
  successes: number;
  abnormal: number;
  address: string;
  /** As the browser said, latitude and longitude. */
  gps: string | null;
  /** As the browser said. */
  device: string | null;
  userAgent: string | null;
  liveness: 'PASSED' | 'FAILED' | null;
  liveChecks: number;
  faceChecks: number;
}

/** Minutes for which a code holds that a person has asked for by `login/forgotten`. */
export const FORGOTTEN_MINUTES = 60;
/** Hours for which a code of an administrator holds. */
export const ACTIVATION_HOURS = 72;
/** Told once, to who asked: the person signs in with it in place of a password, and chooses one. */
export interface ActivationCode {
  code: string;
  expiresAt: string;
}
/** `manage/user/picture`: of somebody else. The newest stays: it has no version, and sent twice it is the same one. */
export const UserPictureChange = OwnPicture.extend({ id: Id });
export type UserPictureChange = z.infer<typeof UserPictureChange>;

/** Work in hand of a user who is disabled or moved. The refusal `user.hasWork` carries it as `work`. */
export interface UserWork {
  cases: number;
  promises: number;
  calls: number;
  /** The first of the cases: borrower and loan. */
  named: string[];
  /** The person who has them; null for several. */
  agentId: number | null;
  /** Queues in which they may be given to others first. */
  queues: { id: number; name: string; cases: number }[];
}

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
  /** The softphone extensions that the person has. */
  phones: string[];
  idCardBound: boolean;
  /** Face checks that are left. */
  liveChecks: number;
  faceChecks: number;
  createdBy: string | null;
  createdAt: string;
  updatedBy: string | null;
  updatedAt: string;
  /** An administrator's account that waits to be enabled by another administrator. */
  waiting: WaitingChange | null;
}
