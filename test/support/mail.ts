import { expect } from '@jest/globals';
import { Providers } from '../../server/platform/providers/providers.js';
import type { MailServer } from '../data/mail-server.js';
import type { Client } from './org.js';
import type { Api } from './stack.js';

export const MAIL_USER = 'office';
export const MAIL_PASSWORD = 'mail-pass';
/** Links in mail begin with it. */
export const PUBLIC = 'https://recoup.example';
let asked = 0;

/** A wish for a mail server, as an administrator of all institutions asks for it. */
export const mailWish = ({ url }: MailServer, more: object = {}) => ({
  ...{ provider: 'mail', protocol: 'SMTP', address: url, account: MAIL_USER, secret: MAIL_PASSWORD },
  ...{ sender: 'office@lender.example', publicAddress: PUBLIC, keepFormer: false, timeoutMs: 3_000 },
  ...{ reason: 'Our mail server', clientRequestId: `mail-wish-${(asked += 1)}-of-a-test`, ...more },
});

/** Asked for by one administrator and approved by another; the processes know it at once. */
export async function connectMail(
  [first, second]: readonly [Client, Client],
  wish: object,
  ...processes: Pick<Api, 'get'>[]
): Promise<void> {
  const { code, data } = await first.post<{ id: number }>('connection/request', wish);
  expect(code).toBe('00');
  const clientRequestId = `mail-word-${(asked += 1)}-of-a-test`;
  const decision = { id: data.id, version: 1, approve: true, answer: 'Ours', clientRequestId };
  expect((await second.post('connection/decide', decision)).code).toBe('00');
  for (const each of processes) await each.get(Providers).renew();
}
