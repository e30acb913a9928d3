import { hkdfSync, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { createChallenge, verifySolution, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { AltchaChallenge, AltchaQuery, Captcha, LoginRequest } from '../../../contract/session.js';
import { Tickets, ticketId } from '../../platform/auth/tickets.js';
import { Config } from '../../platform/config/config.js';
import { CAPTCHA_LETTERS, captchaImage } from '../../domain/session/captcha-image.rules.js';

const SECONDS = 300;
const LENGTH = 4;
/** About 256 tries of 5,000 rounds each: a second in a browser, while the server checks with one try. */
const PROOF = { algorithm: 'PBKDF2/SHA-256', cost: 5_000, keyPrefix: '00' };
/** Eight times as much, from an address with many failures; the server still checks it with one try. */
const HARDER = { ...PROOF, cost: 2_500, keyPrefix: '000' };

const Solved = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(PROOF.algorithm),
      nonce: z.string().max(64),
      salt: z.string().max(64),
      cost: z.literal([PROOF.cost, HARDER.cost]),
      keyLength: z.literal(32),
      keyPrefix: z.literal([PROOF.keyPrefix, HARDER.keyPrefix]),
      expiresAt: z.int(),
    }),
    signature: z.string().max(128),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string().max(128) }),
});

/**
 * Makes each sign-in cost a person's attention or a computer's work. The answer travels sealed in
 * `codeKey`, and a used one is a row in MySQL, so nothing depends on Redis. A captcha is used up when it is
 * tried, right or wrong.
 */
@Injectable()
export class CaptchaService {
  private readonly secret: string;

  constructor(
    config: Config,
    private readonly tickets: Tickets,
  ) {
    const dataKey = Buffer.from(config.secrets.dataKey, 'base64');
    this.secret = Buffer.from(hkdfSync('sha256', dataKey, '', 'recoup altcha', 32)).toString('hex');
  }

  issue(): Captcha {
    const text = Array.from(
      { length: LENGTH },
      () => CAPTCHA_LETTERS[randomInt(CAPTCHA_LETTERS.length)]!,
    ).join('');
    return {
      codeKey: this.tickets.issue('captcha', text, SECONDS),
      codeValue: `data:image/png;base64,${captchaImage(text).toString('base64')}`,
    };
  }

  challenge({ harder }: AltchaQuery): Promise<AltchaChallenge> {
    const expiresAt = Math.floor(Date.now() / 1000) + SECONDS;
    return createChallenge({
      ...(harder ? HARDER : PROOF),
      deriveKey,
      expiresAt,
      hmacSignatureSecret: this.secret,
    });
  }

  /** How much was done for it; null when what was sent is wrong, out of date or used before. */
  async accepts(
    login: Pick<LoginRequest, 'altcha' | 'codeKey' | 'captcha'>,
  ): Promise<'usual' | 'harder' | null> {
    if (login.altcha) return this.acceptsProof(login.altcha);
    const ticket = this.tickets.open('captcha', login.codeKey ?? '');
    if (!ticket || !(await this.tickets.spend(ticket))) return null;
    return ticket.payload === login.captcha?.toUpperCase() ? 'usual' : null;
  }

  private async acceptsProof(text: string): Promise<'usual' | 'harder' | null> {
    const solved = parseSolved(text);
    if (!solved) return null;
    const checked = await verifySolution({ ...solved, deriveKey, hmacSignatureSecret: this.secret });
    if (!checked.verified) return null;
    // The signature covers the parameters: they are those of one of our challenges.
    const { expiresAt, keyPrefix } = solved.challenge.parameters;
    const id = ticketId(solved.challenge.signature!);
    if (!(await this.tickets.spend({ id, expiresAt: new Date(expiresAt! * 1000) }))) return null;
    return keyPrefix === HARDER.keyPrefix ? 'harder' : 'usual';
  }
}

function parseSolved(text: string): Payload | null {
  try {
    return Solved.safeParse(JSON.parse(Buffer.from(text, 'base64').toString('utf8'))).data ?? null;
  } catch {
    // Text that is not JSON counts as a wrong solution.
    return null;
  }
}
