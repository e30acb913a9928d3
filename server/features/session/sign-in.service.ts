import { Injectable } from '@nestjs/common';
import type { OwedCode } from '../../../contract/authenticators.js';
import type { Role } from '../../../contract/codes.js';
import type { LivenessMode } from '../../../contract/liveness.js';
import type { LoginAnswer, LoginRequest } from '../../../contract/session.js';
import type { Origin } from '../../platform/auth/origin.js';
import { verifyPassword } from '../../platform/auth/passwords.js';
import { SessionStore } from '../../platform/auth/session-store.js';
import { Clock } from '../../platform/clock/clock.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import type { Vouched } from '../../platform/providers/openid.js';
import { BehaviourRecords } from '../../platform/behaviour/behaviour-records.js';
import { hashOfCode } from '../../domain/session/activation.rules.js';
import { AuthenticatorsService } from './authenticators/authenticators.service.js';
import { AddressListService } from './address-list.service.js';
import { CaptchaService } from './captcha.service.js';
import { type Attempt, LoginAttemptsService } from './login-attempts.service.js';
import { LivenessService } from './liveness/liveness.service.js';
import { LoginKeysService } from './login-keys.service.js';
import { VouchedPeopleService } from './openid/vouched-people.service.js';
import { SessionsService } from './sessions.service.js';
import type { Failure } from '../../domain/session/login.rules.js';
import { ofPerson } from '../../domain/session/sessions.writes.js';

interface Account {
  id: number;
  name: string;
  role: Role;
  institutionId: number;
  groupId: number | null;
  enabled: number;
  passwordHash: string;
  idCardHash: Buffer | null;
  idCardEnc: Buffer | null;
  showAnnouncement: number;
  liveness: LivenessMode;
  /** Hash of an activation code that may still be used. */
  codeHash: Buffer | null;
  hasAuthenticator: number;
}

/**
 * Signing in. The order of the checks is a promise: captcha, address, key, lock, and only then the password, so that
 * nobody learns anything about an account without a captcha and its password. Before the password only an address is refused
 * from which nobody may sign in; the white list of the person's own institution counts after it.
 */
@Injectable()
export class SignInService {
  constructor(
    private readonly captcha: CaptchaService,
    private readonly addresses: AddressListService,
    private readonly keys: LoginKeysService,
    private readonly attempts: LoginAttemptsService,
    private readonly sessions: SessionsService,
    private readonly liveness: LivenessService,
    private readonly authenticators: AuthenticatorsService,
    private readonly store: SessionStore,
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly behaviours: BehaviourRecords,
    private readonly identities: VouchedPeopleService,
  ) {}

  /** @throws login.captcha, login.harderProof, login.addressRefused, login.keyExpired, login.locked, login.wrongCredentials. */
  async signIn(login: LoginRequest, origin: Origin): Promise<LoginAnswer> {
    const attempt = await this.attempts.identify(login, origin);
    const password = await this.checkBeforePassword(login, attempt);
    const account = await this.find(login.username);
    const attemptId = await this.attempts.begin(attempt);
    const choosing = account?.codeHash?.equals(hashOfCode(password)) ?? false;
    const matches = (await verifyPassword(account?.passwordHash ?? null, password)) || choosing;
    const failure = this.judge(account, matches, login.idCard ?? null);
    if (failure && failure !== 'WRONG') await this.attempts.correct(attemptId, failure);
    if (failure || !account) throw new AppError('login.wrongCredentials');
    if (!(await this.addresses.admits(account.institutionId, origin.address))) {
      await this.attempts.correct(attemptId, 'ADDRESS');
      throw new AppError('login.addressRefused');
    }
    return this.open(account, attemptId, { origin, choosing, idCard: login.idCard ?? '' });
  }

  /**
   * Signs in the person that the lender's identity provider vouches for, in the place of a password and an ID card. A code and a face are owed as ever.
   *
   * @throws login.addressRefused, identity.noAccount, identity.noPlace, identity.elsewhere
   */
  async signInAs(vouched: Vouched, origin: Origin): Promise<LoginAnswer> {
    const { username } = vouched;
    const refusesAll = await this.addresses.refusesAll(origin.address);
    const refusal = refusesAll ? null : await this.identities.settle(vouched);
    const attempt = await this.attempts.identify({ username, method: 'OPENID' }, origin);
    const account = await this.find(username);
    const attemptId = await this.attempts.vouched(attempt);
    const isAdmitted =
      !refusesAll && (!account || (await this.addresses.admits(account.institutionId, origin.address)));
    if (!isAdmitted) {
      await this.attempts.correct(attemptId, 'ADDRESS');
      throw new AppError('login.addressRefused');
    }
    if (refusal) throw refusal;
    if (account?.enabled !== 1) throw new AppError('identity.noAccount', { name: username });
    return this.open(account, attemptId, { origin, choosing: false, idCard: null });
  }

  private async checkBeforePassword(login: LoginRequest, attempt: Attempt): Promise<string> {
    const proof = await this.captcha.accepts(login);
    if (!proof) {
      await this.attempts.refused(attempt, 'CAPTCHA');
      throw new AppError('login.captcha', {}, [{ field: 'captcha', rule: 'login.captcha' }]);
    }
    await this.attempts.checkAddress(attempt, proof);
    if (await this.addresses.refusesAll(attempt.origin.address)) {
      await this.attempts.refused(attempt, 'ADDRESS');
      throw new AppError('login.addressRefused');
    }
    const passwords = await this.keys.decrypt(login.keyId, [login.password]);
    if (passwords) return passwords[0]!;
    await this.attempts.refused(attempt, 'KEY_EXPIRED');
    throw new AppError('login.keyExpired', {}, [{ field: 'password', rule: 'login.keyExpired' }]);
  }

  private judge(account: Account | undefined, matches: boolean, idCard: string | null): Failure | null {
    if (!account || !matches) return 'WRONG';
    if (account.enabled !== 1) return 'DISABLED';
    const { idCardHash } = account;
    if (!idCardHash) return null;
    const given = this.vault.indexes(normaliseIdCard(idCard ?? ''));
    return given.some((index) => index.equals(idCardHash)) ? null : 'ID_CARD';
  }

  private async open(
    account: Account,
    attemptId: number,
    { origin, choosing, idCard }: { origin: Origin; choosing: boolean; idCard: string | null },
  ): Promise<LoginAnswer> {
    const sessionId = await this.ids.take();
    const { token, hash } = this.store.newToken();
    const userId = account.id;
    const needsFace = account.liveness !== 'NONE' && !choosing;
    const owedCode = choosing ? null : await this.owedCode(account);
    const pending = needsFace || choosing || owedCode !== null;
    const { institutionId, groupId } = account;
    const doer = { userId, institutionId, groupId, address: origin.address };
    await this.sessions.command({ userId, requestId: origin.requestId }, async (tx, end) => {
      const [[now]] = await tx.read<[{ enabled: number; passwordHash: string }]>(sql`
        SELECT enabled, password_hash AS passwordHash FROM user WHERE id = ${userId} FOR UPDATE`);
      if (now?.enabled !== 1 || now.passwordHash !== account.passwordHash) {
        throw new AppError('login.wrongCredentials');
      }
      await end(sql`${ofPerson(userId)} AND s.kind = 'PERSON'`, 'replaced');
      const opened = {
        id: sessionId,
        hash,
        userId,
        pending,
        choosing,
        codeOwed: owedCode !== null,
        kiosk: false,
        loginId: attemptId,
        address: origin.address,
        now: tx.now,
      };
      tx.write(this.store.insert(opened));
      tx.write(this.attempts.succeeded(attemptId));
      if (idCard !== null) this.keepIdCard(tx, account, normaliseIdCard(idCard));
      tx.emit('session.opened', { userId, sessionId });
      // With the code or the face still owed nobody has signed in yet.
      if (!pending) this.behaviours.recordIn(tx, doer, sessionId, { type: 'LOGIN', caseId: null });
    });
    return {
      loginResult: true,
      token,
      userInfo: { id: userId, name: account.name },
      isShowAnnouncement: account.showAnnouncement === 1,
      needH5LivenessAuth: needsFace,
      mustChoosePassword: choosing,
      owedCode,
      cloudunPureH5Liveness: needsFace ? this.liveness.page(account.liveness, sessionId) : null,
      userLoginLogId: attemptId,
    };
  }

  private async owedCode(account: Account): Promise<OwedCode | null> {
    if (account.hasAuthenticator === 1) return 'PROVE';
    return (await this.authenticators.isDemanded(account)) ? 'ENROL' : null;
  }

  /** Bound under another key, or before it was sealed beside its index: from here on both are of the present key. */
  private keepIdCard(tx: Tx, { id, idCardHash, idCardEnc }: Account, idCard: string): void {
    if (!idCardHash || (idCardEnc && !this.vault.isOld(idCardEnc))) return;
    tx.write(sql`
      UPDATE user SET id_card_enc = ${this.vault.seal(idCard)}, id_card_hash = ${this.vault.index(idCard)},
        version = version + 1
      WHERE id = ${id} AND id_card_hash = ${idCardHash}`);
  }

  private find(username: string): Promise<Account | undefined> {
    return this.database.row<Account>(sql`
      SELECT id, name, role, institution_id AS institutionId, group_id AS groupId, enabled, password_hash AS passwordHash, id_card_hash AS idCardHash,
        id_card_enc AS idCardEnc,
        show_announcement AS showAnnouncement, liveness, c.code_hash AS codeHash,
        EXISTS (SELECT 1 FROM authenticator a WHERE a.user_id = user.id AND a.secret_enc IS NOT NULL) AS hasAuthenticator
      FROM user LEFT JOIN activation_code c ON c.user_id = user.id AND c.expires_at > ${this.clock.now()}
      WHERE username = ${username}`);
  }
}

/** The form of an ID card that user.id_card_hash indexes. */
export function normaliseIdCard(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}
