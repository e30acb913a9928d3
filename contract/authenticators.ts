import { z } from 'zod';
import { ROLES } from './codes.js';

/** Codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 s), which a sign-in asks for beside the password. */

/** Wrong codes after which the sign-in ends. */
export const MAX_CODE_FAILURES = 5;
/** Wrong codes in a row, over all sign-ins, after which an administrator has to unlock the account. */
export const BLOCKED_AFTER = 20;
/** How many codes a person keeps for a lost telephone; each is good once. */
export const RECOVERY_CODES = 10;
/** How long an administrator's word for a reset waits for that of a second one. */
export const RESET_HOURS = 24;

/** Owed by a sign-in: a code of the app that the person has, or an app, because the role has to have one. */
export type OwedCode = 'PROVE' | 'ENROL';

/** Six digits, or a recovery code. */
const code = z.string().trim().min(6).max(40);
/** `login/authenticator/prove`, `/confirm`, `/renew`, `/remove` */
export const AuthenticatorCode = z.object({ code });
export type AuthenticatorCode = z.infer<typeof AuthenticatorCode>;
/** `login/authenticator/begin`: with a code of the app in use, when there is one. */
export const AuthenticatorBegin = z.object({ code: code.nullish() });
export type AuthenticatorBegin = z.infer<typeof AuthenticatorBegin>;

/** `login/authenticator` */
export interface AuthenticatorState {
  /** When it was confirmed; null: there is none. */
  since: string | null;
  codesLeft: number;
  /** The person's role has to have one. */
  demanded: boolean;
}

/** Given to the app, once: in base32, and as the address (`otpauth:`) that is drawn as a QR code. */
export interface AuthenticatorSecret {
  secret: string;
  uri: string;
}

/** Told once. */
export interface RecoveryCodes {
  codes: string[];
}

/** `login/authenticator/roles`: the roles that sign in with a code, here and in all institutions below. */
export const AuthenticatorRoles = z.object({ codeRoles: z.array(z.enum(ROLES)).max(ROLES.length) });
export type AuthenticatorRoles = z.infer<typeof AuthenticatorRoles>;

/** An app as `manage/user/access` shows it. */
export interface AuthenticatorAccess {
  since: string;
  codesLeft: number;
  /** Too many wrong codes: `manage/user/unlock` ends it. */
  blocked: boolean;
  /** The administrator who wants it reset, and waits for a second one; `mine`: the viewer's own word. */
  reset: { by: string; at: string; mine: boolean } | null;
}
/** `manage/user/resetAuthenticator`: `done` when it was the second word. */
export interface AuthenticatorReset {
  done: boolean;
}
