import { Injectable } from '@nestjs/common';
import { FORGOTTEN_MINUTES, ACTIVATION_HOURS, type UserId } from '../../../contract/administration/users.js';
import type { Language } from '../../../contract/codes.js';
import type { Forgotten } from '../../../contract/session.js';
import { codeMail, type CodeMail } from '../../domain/users/code-mails.rules.js';
import { lockPerson } from '../../domain/users/accounts.writes.js';
import { User } from '../../domain/users/user.entity.js';
import type { Actor } from '../../platform/auth/actor.js';
import type { Origin } from '../../platform/auth/origin.js';
import { Rights } from '../../platform/auth/rights.js';
import { Config } from '../../platform/config/config.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { Logger } from '../../platform/logger/logger.js';
import { MailClient } from '../../platform/providers/mail.js';
import { Providers } from '../../platform/providers/providers.js';
import { CaptchaService } from '../session/captcha.service.js';
import { codeWithin } from './activations.service.js';

const MINUTE_MS = 60_000;
/** A person who asks again within this time is sent nothing more. */
const AGAIN_MINUTES = 5;

interface Letter {
  user: Pick<User, 'id' | 'name' | 'username' | 'email'>;
  code: string;
  hours: number;
}

/** Codes to choose a password, by mail: nobody but the person reads them. The password of before stays until then. */
@Injectable()
export class MailedCodesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly rights: Rights,
    private readonly mails: MailClient,
    private readonly providers: Providers,
    private readonly captcha: CaptchaService,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /**
   * @throws user.notFound outside the actor's scope, user.disabled, user.noMail, provider.off, mail.failed;
   * permission.denied for whoever has a right that the actor lacks
   */
  async invite(actor: Actor, { id }: UserId): Promise<void> {
    if (!this.mails.isOn) throw new AppError('provider.off');
    const letter = await this.uow.transact(actor, async (tx) => {
      const user = await lockPerson(tx, actor, id);
      await this.rights.checkCovered(actor, user);
      if (!user.enabled) throw new AppError('user.disabled');
      if (user.email === null) throw new AppError('user.noMail');
      return letterTo(tx, user, 'INVITED', ACTIVATION_HOURS);
    });
    await this.send(letter, 'INVITED', actor.language).catch((error: unknown) => {
      this.logger.warn(`A code was not mailed: ${String(error)}`);
      throw new AppError('mail.failed');
    });
  }

  /**
   * The same answer whether there is such an account or not. It is mailed after the answer, or the time would tell.
   *
   * @returns whether this site sends mail at all
   * @throws login.captcha
   */
  async forgotten({ username, language, ...proof }: Forgotten, origin: Origin): Promise<{ mailed: boolean }> {
    if (!(await this.captcha.accepts(proof))) throw fieldError('login.captcha', 'captcha');
    if (!this.mails.isOn) return { mailed: false };
    const asker = { userId: null, requestId: origin.requestId };
    const letter = await this.uow.transact(asker, async (tx) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const user = await tx.manager.findOne(User, { where: { username }, lock });
      if (!user?.enabled || user.email === null || (await isJustSent(tx, user.id))) return null;
      return letterTo(tx, user, 'FORGOTTEN', FORGOTTEN_MINUTES / 60);
    });
    if (letter)
      this.send(letter, 'FORGOTTEN', language ?? 'es').catch((error: unknown) =>
        this.logger.warn(`A code was not mailed: ${String(error)}`),
      );
    return { mailed: true };
  }

  private async send({ user, code, hours }: Letter, why: CodeMail, language: Language): Promise<void> {
    const { name, username, email } = user;
    const { host, port } = this.config;
    const site = this.providers.of('mail').publicAddress || `http://${host}:${port}`;
    await this.mails.send({ to: email!, ...codeMail(why, language, { name, username, hours, site, code }) });
  }
}

function letterTo(tx: Tx, user: User, why: CodeMail, hours: number): Letter {
  const { code } = codeWithin(tx, user.id, hours);
  const { id: userId, institutionId } = user;
  tx.emit('user.codeMailed', { userId, institutionId, forgotten: why === 'FORGOTTEN' });
  return { user, code, hours };
}

async function isJustSent(tx: Tx, userId: number): Promise<boolean> {
  const until = (minutes: number) => new Date(tx.now.getTime() + minutes * MINUTE_MS);
  const [codes] = await tx.read<[object]>(sql`
    SELECT 1 FROM activation_code WHERE user_id = ${userId}
      AND expires_at BETWEEN ${until(FORGOTTEN_MINUTES - AGAIN_MINUTES)} AND ${until(FORGOTTEN_MINUTES)}`);
  return codes.length > 0;
}
