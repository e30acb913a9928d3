import type { Captcha, LoginAnswer, RsaPublicKey } from '../../../contract/session';
import type { MenuKey } from '../../../contract/permissions';
import type { CallAnswer } from '../../api/envelope';
import { send } from '../../api/http';
import { storedLanguage } from '../../lib/language';
import { encryptPassword } from '../../lib/secret';
import { deviceFingerprint, knownPosition } from './device';
import type { LoginFields } from './rules';

export async function newCaptcha(): Promise<Captcha | null> {
  const answer = await send({ path: 'login/generateValidateCode', method: 'POST', body: {} });
  return answer.ok ? (answer.data as Captcha) : null;
}

export interface Attempt extends LoginFields {
  codeKey: string | null;
  altcha: string | null;
}

/** Asks for a key, encrypts the password with it and signs in. */
export async function signIn(attempt: Attempt): Promise<CallAnswer> {
  const key = await send({ path: 'login/rsaPublicKey' });
  if (!key.ok) return key;
  const rsa = key.data as RsaPublicKey;
  const [password, veins, gps] = await Promise.all([
    encryptPassword(attempt.password, rsa),
    deviceFingerprint(),
    knownPosition(),
  ]);
  const body = {
    username: attempt.username.trim(),
    password,
    keyId: rsa.keyId,
    veins,
    gps,
    idCard: attempt.idCard.trim() || null,
    codeKey: attempt.altcha ? null : attempt.codeKey,
    captcha: attempt.altcha ? null : attempt.captcha.trim(),
    altcha: attempt.altcha,
    language: storedLanguage(),
  };
  return send({ path: 'login/in', method: 'POST', body });
}

/** The menu decides where sign-in leads; without it the case list is the place. */
export async function menuOf({ userInfo }: LoginAnswer): Promise<MenuKey[]> {
  const answer = await send({ path: 'menu/asideMenu', params: { userId: userInfo.id } });
  return answer.ok ? (answer.data as MenuKey[]) : [];
}
