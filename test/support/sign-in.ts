import { constants, publicEncrypt } from 'node:crypto';
import type { Captcha, LoginAnswer, RsaPublicKey } from '../../contract/session.js';
import { Tickets } from '../../server/platform/auth/tickets.js';
import type { Answer } from './org.js';
import { agentTo, answerOf } from './http.js';
import type { Api } from './stack.js';

/** Signs in as a browser does, step by step, so that a test can bend each step. */
export class Browser {
  cookies: string[] = [];

  constructor(
    private readonly api: Api,
    private readonly headers: Record<string, string> = {},
  ) {}

  /** @param path below `/api/`, or from the root when it begins with a slash */
  async call<Data>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Data>> {
    // An agent for each step: what a step sends is what its test gives it, and no cookie of the step before.
    const agent = agentTo(this.api.url, { 'accept-language': 'en', ...this.headers });
    const url = path.startsWith('/') ? path : `/api/${path}`;
    const request = agent[method.toLowerCase() as 'get' | 'post' | 'delete'](url).set(headers);
    if (body !== undefined)
      request.type(headers['content-type'] ?? 'application/json').send(JSON.stringify(body));
    request.on('response', ({ headers: answered }) => (this.cookies = answered['set-cookie'] ?? []));
    return answerOf<Data>(request);
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
