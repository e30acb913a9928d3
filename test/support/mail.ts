import type { MailServer } from '../data/mail-server.js';

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
