import { constants, publicEncrypt } from 'node:crypto';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { RESULT_CODES } from '../contract/result-codes.js';
import type { LoginAnswer, RsaPublicKey } from '../contract/session.js';
import type { Envelope } from '../contract/shared/envelope.js';

const TIMEOUT_MS = 10_000;

export interface OfficeDoor {
  productUrl: string;
  stop: AbortSignal;
}

/** Collector's way to the product: the calls of its browser. */
export class Office {
  private constructor(
    private readonly door: OfficeDoor,
    private readonly token: string,
  ) {}

  /** Null when a password is not enough for this person: a face, a code or a new password is asked for as well. */
  static async enter(door: OfficeDoor, username: string, password: string): Promise<Office | null> {
    const stranger = new Office(door, '');
    const [key, challenge] = await Promise.all([
      stranger.get<RsaPublicKey>('login/rsaPublicKey'),
      stranger.get<Challenge>('login/altcha'),
    ]);
    const solution = await solveChallenge({ challenge, deriveKey });
    const answer = await stranger.post<LoginAnswer>('login/in', {
      username,
      password: encrypt(key, password),
      keyId: key.keyId,
      altcha: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'),
    });
    const isIn = !answer.needH5LivenessAuth && !answer.mustChoosePassword && !answer.owedCode;
    return isIn ? new Office(door, answer.token) : null;
  }

  get<Data>(path: string): Promise<Data> {
    return this.ask(path, {});
  }

  post<Data>(path: string, body: object): Promise<Data> {
    return this.ask(path, { method: 'POST', body: JSON.stringify(body) });
  }

  /** @throws Refused */
  private async ask<Data>(path: string, init: RequestInit): Promise<Data> {
    const { productUrl, stop } = this.door;
    const response = await fetch(`${productUrl}/api/${path}`, {
      ...init,
      headers: {
        'content-type': 'application/json',
        'accept-language': 'en',
        ...(this.token && { 'x-auth-token': this.token, cookie: `token=${this.token}` }),
      },
      signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const { code, message, data } = (await response.json()) as Envelope<Data>;
    if (code !== RESULT_CODES.ok) throw new Refused(code, message);
    return data;
  }
}

/** The product has said no, and why. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

function encrypt({ key, nonce }: RsaPublicKey, password: string): string {
  const pem = `-----BEGIN PUBLIC KEY-----\n${key.replace(/.{64}/g, '$&\n')}\n-----END PUBLIC KEY-----`;
  return publicEncrypt(
    { key: pem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(JSON.stringify({ password, nonce })),
  ).toString('base64');
}
