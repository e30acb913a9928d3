import { z } from 'zod';
import { LANGUAGES, ROLES, SEND_CHANNELS } from './codes.js';
import { SiteMark } from './administration/site.js';
import type { OwedCode } from './authenticators.js';
import { PERMISSIONS } from './permissions.js';
import { Id, IdText } from './shared/id.js';
import { PAGE_SIZE, pageQuery } from './shared/page.js';

export interface RsaPublicKey {
  /** SPKI, base64, RSA 2048, for RSA-OAEP-SHA256. */
  key: string;
  keyId: string;
  /** Single use, five minutes: goes into the ciphertext, so that a replayed one is refused. */
  nonce: string;
}

/** Encrypted by the browser as UTF-8 JSON. */
export const PasswordSecret = z.object({ password: z.string().max(190), nonce: z.string().max(64) });
export type PasswordSecret = z.infer<typeof PasswordSecret>;

export interface Captcha {
  codeKey: string;
  /** A PNG as a data URL. */
  codeValue: string;
}

/** `login/altcha`: a challenge of the ALTCHA library, which the browser sends back solved as base64 JSON. */
export interface AltchaChallenge {
  parameters: {
    algorithm: string;
    nonce: string;
    salt: string;
    cost: number;
    keyLength: number;
    keyPrefix: string;
    expiresAt?: number;
  };
  signature?: string;
}

/** `login/altcha`: the harder one for an address with many failures, when `login/in` asks for it. */
export const AltchaQuery = z.object({ harder: z.literal('1').optional() });
export type AltchaQuery = z.infer<typeof AltchaQuery>;

const text = (max: number) => z.string().trim().max(max).nullish();

export const LoginRequest = z
  .object({
    username: text(64),
    /** The older client's name of the same field. */
    email: text(64),
    password: z.string().min(1).max(512),
    keyId: z.string().min(1).max(64),
    veins: text(128),
    idCard: text(32),
    gps: text(64),
    codeKey: text(64),
    captcha: text(16),
    /** The accessible alternative to the captcha: a solved ALTCHA payload. */
    altcha: text(4096),
    language: z.enum(LANGUAGES).nullish(),
  })
  .transform(({ email, ...rest }) => ({ ...rest, username: rest.username || email || '' }))
  .refine((login) => login.username.length > 0, { path: ['username'], message: 'required' })
  .refine((login) => login.altcha || login.codeKey, { path: ['codeKey'], message: 'required' })
  .refine((login) => login.altcha || login.captcha, { path: ['captcha'], message: 'required' });
export type LoginRequest = z.infer<typeof LoginRequest>;

/** `login/ways`: how somebody may sign in besides by a password. */
export interface LoginWays {
  /** The lender's identity provider is connected. */
  identity: boolean;
}
/** `login/oidc/begin`: where the browser goes, to sign in at the identity provider. */
export interface IdentityAddress {
  address: string;
}
/** `login/oidc`: what the identity provider has sent the browser back with. */
export const IdentityReturn = z.object({
  code: z.string().min(1).max(2_048),
  state: z.string().min(1).max(128),
  /** The provider that sent it back, where it says so. */
  iss: z.string().max(300).nullish(),
});
export type IdentityReturn = z.infer<typeof IdentityReturn>;

/** `login/forgotten`: a code is mailed to whoever has such an account and a mail address; the answer does not tell. */
export const Forgotten = z
  .object({
    username: z.string().trim().min(1).max(64),
    ...{ codeKey: text(64), captcha: text(16), altcha: text(4096) },
    language: z.enum(LANGUAGES).nullish(),
  })
  .refine(({ altcha, codeKey, captcha }) => altcha || (codeKey && captcha), {
    path: ['captcha'],
    message: 'required',
  });
export type Forgotten = z.infer<typeof Forgotten>;

/** `login/getPureH5LivenessResult`. The server takes the person from the token: only livenessId is looked at. */
export const LivenessResult = z.object({
  bindingAgentId: Id.nullish(),
  livenessId: z.string().min(1).max(128),
  idCard: text(32),
  userLoginLogId: Id.nullish(),
  token: text(256),
});
export type LivenessResult = z.infer<typeof LivenessResult>;

/** `login/getSilenceLiveNessResult`: one picture, JPEG in base64. */
export const FaceFrame = z.object({
  userId: Id.nullish(),
  base64Img: z.string().min(100).max(1_450_000),
});
export type FaceFrame = z.infer<typeof FaceFrame>;

export interface LoginAnswer {
  loginResult: boolean;
  token: string;
  userInfo: { id: number; name: string };
  isShowAnnouncement: boolean;
  needH5LivenessAuth: boolean;
  /** Signed in by an activation code: `login/choosePassword` is next, and all that the token opens. */
  mustChoosePassword: boolean;
  /** A code comes before the face: `login/authenticator/prove`, or `/begin` and `/confirm`. */
  owedCode: OwedCode | null;
  cloudunPureH5Liveness: { baseUrl: string; partnerCode: string; timestamp: string; token: string } | null;
  userLoginLogId: number;
}

export const CurrentUser = z.object({
  id: Id,
  name: z.string(),
  username: z.string(),
  role: z.enum(ROLES),
  institutionId: Id,
  groupId: Id.nullable(),
  queueId: Id.nullable(),
  queueName: z.string().nullable(),
  groupName: z.string().nullable(),
  institutionName: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** Sees every institution: what serves all of them is theirs alone. */
  everywhere: z.boolean(),
  channels: z.array(z.enum(SEND_CHANNELS)),
  ranked: z.boolean(),
  autoDial: z.boolean(),
  longAging: z.boolean(),
  isShowAnnouncement: z.boolean(),
  /** A wallboard's token, and nobody's: it opens one board. */
  kiosk: z.boolean(),
  /** The server's shifted clock, shown as a chip; null when it runs with the time of day. */
  clockAt: z.string().nullable(),
  /** Whether what is done here is real. */
  site: SiteMark,
});
export type CurrentUser = z.infer<typeof CurrentUser>;
/** Settings of a person that change while they are signed in. */
export type PersonSettings = Pick<
  CurrentUser,
  'channels' | 'ranked' | 'autoDial' | 'longAging' | 'isShowAnnouncement'
>;

export const MenuQuery = z.object({ userId: IdText.optional() });
export type MenuQuery = z.infer<typeof MenuQuery>;

export interface UserPicture {
  name: string;
  /** Its address, another one for each picture; null when there is none: initials are drawn instead. */
  picture: string | null;
}

/** A person below the viewer: `login/getSubUser`, `login/getAllCollector`. */
export interface CollectorOption {
  id: number;
  name: string;
  username: string;
  groupId: number | null;
  queueId: number | null;
}

export const ChangePassword = z.object({
  /** Each `{"password","nonce"}` encrypted on its own, as at sign-in. */
  oldPassword: z.string().min(1).max(512),
  newPassword: z.string().min(1).max(512),
  keyId: z.string().min(1).max(64),
});
export type ChangePassword = z.infer<typeof ChangePassword>;

export const ChoosePassword = ChangePassword.omit({ oldPassword: true });
export type ChoosePassword = z.infer<typeof ChoosePassword>;

/** Days after which a wallboard's token ends at the latest. */
const WALLBOARD_TOKEN_DAYS = 90;
export const PAIRING_DIGITS = 6;
/** So long the digits of a wall can be entered, and so long a leader's wrong entries count. */
export const PAIRING_SECONDS = 300;
/** Wrong entries of a leader, and those that a waiting wall survives. */
export const PAIRING_TRIES = 5;

/** `dashboard/kioskPairing`: what a wall shows while it waits for a leader, and the secret by which it alone fetches its token. */
export interface WallboardPairing {
  code: string;
  secret: string;
  expiresAt: string;
}
/** `dashboard/kioskToken`: the digits of a wall, where it hangs, and for how long. Digits serve once. */
export const WallboardTokenForm = z.object({
  code: z
    .string()
    .max(20)
    .transform((digits) => digits.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(new RegExp(`^\\d{${PAIRING_DIGITS}}$`))),
  label: z.string().trim().min(1).max(60),
  days: z.int().min(1).max(WALLBOARD_TOKEN_DAYS),
  /** The own group, which is the only one that a leader can name. */
  groupId: Id.optional(),
});
export type WallboardTokenForm = z.infer<typeof WallboardTokenForm>;
/** The wall fetches the token itself: whoever entered the digits never sees it. */
export interface WallboardToken {
  sessionId: number;
  groupId: number;
}
/** `dashboard/kioskTokens`: those that are in use, of the people whom the viewer sees; the newest first. */
export const WallboardTokensQuery = z.object(pageQuery(PAGE_SIZE.table));
export type WallboardTokensQuery = z.infer<typeof WallboardTokensQuery>;
export interface WallboardTokenRow {
  sessionId: number;
  label: string | null;
  groupName: string | null;
  issuedBy: string;
  createdAt: string;
  lastSeenAt: string;
  endsAt: string | null;
  /** Where it was last opened. */
  address: string | null;
}
/** `dashboard/kioskOpen`: asked by a waiting wall every few seconds. */
export const WallboardOpen = z.object({ secret: z.string().min(20).max(64) });
export type WallboardOpen = z.infer<typeof WallboardOpen>;
/** OVER: these digits serve no longer, and the wall asks for others. OPEN is answered once. */
export type WallboardOpened =
  { state: 'WAITING' | 'OVER' } | { state: 'OPEN'; token: string; groupId: number };
export const WallboardTokenRevoke = z.object({ sessionId: Id });
export type WallboardTokenRevoke = z.infer<typeof WallboardTokenRevoke>;

/** `manage/user/setStatus`. `release`: whoever has work in hand is disabled all the same, and it is released. */
export const UserStatusChange = z.object({
  userId: Id,
  enabled: z.boolean(),
  release: z.boolean().optional(),
});
export type UserStatusChange = z.infer<typeof UserStatusChange>;
