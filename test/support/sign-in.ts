import { constants, publicEncrypt } from 'node:crypto';
import type { Captcha, LoginAnswer, RsaPublicKey } from '../../contract/session.js';
import { Tickets } from '../../server/platform/auth/tickets.js';
import type { Answer } from './org.js';
import type { Api } from './stack.js';

/** What a browser does to sign in, step by step, so that a test can bend each step. */
export class Browser {
  cookies: string[] = [];

  constructor(
    private readonly api: Api,
    private readonly headers: Record<string, string> = {},
  ) {}

  async call<Data>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Data>> {
    const response = await fetch(`${this.api.url}/api/${path}`, {
      method,
      headers: {
        'accept-language': 'en',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...this.headers,
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    this.cookies = response.headers.getSetCookie();
    return { status: response.status, ...((await response.json()) as Omit<Answer<Data>, 'status'>) };
  }

  async key(): Promise<RsaPublicKey> {
    return (await this.call<RsaPublicKey>('GET', 'login/rsaPublicKey')).data;
  }

  /** A captcha and what it shows: tests read the seal, people read the picture. */
  async captcha(): Promise<{ codeKey: string; captcha: string }> {
    const { data } = await this.call<Captcha>('POST', 'login/generateValidateCode', {});
    const answer = this.api.get(Tickets).open('captcha', data.codeKey);
    return { codeKey: data.codeKey, captcha: answer!.payload };
  }

  async form(username: string, password: string): Promise<Record<string, unknown>> {
    const key = await this.key();
    return {
      username,
      password: encrypt(key, password),
      keyId: key.keyId,
      veins: 'device',
      idCard: null,
      gps: '19.4,-99.1',
      ...(await this.captcha()),
    };
  }

  async signIn(
    username: string,
    password: string,
    more: Record<string, unknown> = {},
  ): Promise<Answer<LoginAnswer>> {
    return this.call('POST', 'login/in', { ...(await this.form(username, password)), ...more });
  }
}

export function encrypt(key: RsaPublicKey, password: string, nonce = key.nonce): string {
  const pem = `-----BEGIN PUBLIC KEY-----\n${key.key.replace(/.{64}/g, '$&\n')}\n-----END PUBLIC KEY-----`;
  const text = Buffer.from(JSON.stringify({ password, nonce }));
  return publicEncrypt(
    { key: pem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    text,
  ).toString('base64');
}
