import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import {
  type AuthenticatorBegin,
  type AuthenticatorSecret,
  type AuthenticatorState,
  BLOCKED_AFTER,
  MAX_CODE_FAILURES,
  RECOVERY_CODES,
  type RecoveryCodes,
} from '../../../../contract/authenticators.js';
import { type Actor, SYSTEM } from '../../../platform/auth/actor.js';
import { BehaviourRecords } from '../../../platform/behaviour/behaviour-records.js';
import { Vault } from '../../../platform/crypto/vault.js';
import { sql } from '../../../platform/db/sql.js';
import type { Tx } from '../../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../../platform/http/app-error.js';
import { Settings } from '../../../platform/settings/settings.js';
import { hashOfCode, newCode } from '../../../domain/session/activation.rules.js';
import { Authenticator } from '../../../domain/session/authenticator.entity.js';
import { newSecret, stepOf } from '../../../domain/session/authenticator.rules.js';
import { LoginAttempt } from '../../../domain/session/login-attempt.entity.js';
import { RecoveryCode } from '../../../domain/session/recovery-code.entity.js';
import type { EndSessions } from '../../../domain/session/sessions.writes.js';
import { UserSession } from '../../../domain/session/user-session.entity.js';
import { User } from '../../../domain/users/user.entity.js';
import { SessionsService } from '../sessions.service.js';

interface Locked {
  session: UserSession;
  authenticator: Authenticator | null;
}
type Confirmed = Authenticator & { secretEnc: Buffer };
type Outcome<Answer> = { answer: Answer } | { wrong: 'authenticator.code' | 'authenticator.failed' };

/**
 * The codes between the password and the session, and a person's own authenticator. Until a code has come the token is
 * pending and allows nothing else; where the role has to have an app and the person has none, it is set up there. A code is
 * good once. Wrong ones end the sign-in, and many in a row block the account until an administrator unlocks it.
 */
@Injectable()
export class AuthenticatorsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: SessionsService,
    private readonly settings: Settings,
    private readonly vault: Vault,
    private readonly behaviours: BehaviourRecords,
  ) {}

  async state(actor: Actor): Promise<AuthenticatorState> {
    const { userId } = actor;
    const [authenticator, codesLeft, demanded] = await Promise.all([
      this.dataSource.getRepository(Authenticator).findOneBy({ userId }),
      this.dataSource.getRepository(RecoveryCode).countBy({ userId, usedAt: IsNull() }),
      this.isDemanded(actor),
    ]);
    return { since: authenticator?.confirmedAt?.toISOString() ?? null, codesLeft, demanded };
  }

  async isDemanded({ institutionId, role }: Pick<Actor, 'institutionId' | 'role'>): Promise<boolean> {
    return (await this.settings.of(institutionId)).codeRoles.has(role);
  }

  /** @throws authenticator.code, authenticator.blocked, authenticator.owed */
  async begin(actor: Actor, { code }: AuthenticatorBegin): Promise<AuthenticatorSecret> {
    const next = newSecret(actor.username);
    return this.run(actor, async (tx, { session, authenticator }) => {
      if (isConfirmed(authenticator)) {
        if (session.codeOwed) throw new AppError('authenticator.owed');
        if (!(await this.accepts(tx, authenticator, code ?? ''))) return null;
      }
      await tx.manager.upsert(
        Authenticator,
        { userId: actor.userId, nextSecretEnc: this.vault.seal(next.secret) },
        ['userId'],
      );
      return next;
    });
  }

  /** The app that was begun is in use from here on. @throws authenticator.code, authenticator.none */
  async confirm(actor: Actor, code: string): Promise<RecoveryCodes> {
    return this.run(actor, async (tx, { session, authenticator }) => {
      const nextSecretEnc = authenticator?.nextSecretEnc;
      if (!nextSecretEnc) throw new AppError('authenticator.none');
      if (session.codeOwed && isConfirmed(authenticator)) throw new AppError('authenticator.owed');
      const step = stepOf(this.vault.open(nextSecretEnc), code, Date.now());
      if (step === null) return null;
      const { userId } = actor;
      const inUse = { secretEnc: nextSecretEnc, nextSecretEnc: null, confirmedAt: tx.now, lastStep: step };
      await tx.manager.update(
        Authenticator,
        { userId },
        { ...inUse, failures: 0, resetBy: null, resetAt: null },
      );
      tx.emit('user.authenticatorSet', { userId, institutionId: actor.institutionId });
      await this.passOn(tx, actor, session);
      return this.writeCodes(tx, userId);
    });
  }

  /** Completes a sign-in. @throws authenticator.code, authenticator.blocked, authenticator.failed, authenticator.none */
  async prove(actor: Actor, code: string): Promise<{ loginResult: true }> {
    return this.run(actor, async (tx, { session, authenticator }) => {
      if (!session.codeOwed || !isConfirmed(authenticator)) throw new AppError('authenticator.none');
      if (!(await this.accepts(tx, authenticator, code))) return null;
      await this.passOn(tx, actor, session);
      return { loginResult: true };
    });
  }

  /** Ten new codes; those of before are good no longer. @throws authenticator.code, authenticator.blocked, authenticator.none */
  async renew(actor: Actor, code: string): Promise<RecoveryCodes> {
    return this.run(actor, async (tx, { authenticator }) => {
      if (!isConfirmed(authenticator)) throw new AppError('authenticator.none');
      if (!(await this.accepts(tx, authenticator, code))) return null;
      tx.emit('user.codesRenewed', { userId: actor.userId, institutionId: actor.institutionId });
      return this.writeCodes(tx, actor.userId);
    });
  }

  /** @throws authenticator.code, authenticator.blocked, authenticator.none, authenticator.demanded */
  async remove(actor: Actor, code: string): Promise<object> {
    if (await this.isDemanded(actor)) throw new AppError('authenticator.demanded');
    return this.run(actor, async (tx, { authenticator }) => {
      if (!isConfirmed(authenticator)) throw new AppError('authenticator.none');
      if (!(await this.accepts(tx, authenticator, code))) return null;
      await removeAuthenticator(tx, actor.userId);
      tx.emit('user.authenticatorRemoved', { userId: actor.userId, institutionId: actor.institutionId });
      return {};
    });
  }

  /**
   * For the host: lets a person in by the password alone, e.g. the only administrator, whose telephone is lost.
   *
   * @returns false when nobody of that name has an app
   */
  async clear(username: string): Promise<boolean> {
    const person = await this.dataSource.getRepository(User).findOneBy({ username });
    if (!person) return false;
    const { id: userId, institutionId } = person;
    if (!(await this.dataSource.getRepository(Authenticator).existsBy({ userId }))) return false;
    await this.sessions.command(SYSTEM, async (tx) => {
      await removeAuthenticator(tx, userId);
      tx.emit('user.authenticatorReset', { userId, institutionId });
    });
    return true;
  }

  /** @param work answers null for a wrong code, whose count is kept */
  private async run<Answer extends object>(
    actor: Actor,
    work: (tx: Tx, locked: Locked) => Promise<Answer | null>,
  ): Promise<Answer> {
    const { userId, sessionId } = actor;
    const outcome = await this.sessions.command(actor, async (tx, end): Promise<Outcome<Answer>> => {
      const lock = { mode: 'pessimistic_write' } as const;
      const session = await tx.manager.findOne(UserSession, {
        where: { id: sessionId, endedAt: IsNull() },
        lock,
      });
      // A password that has to be chosen comes first, and whoever owes a face sets nothing up.
      if (!session || session.choosing || (session.pending && !session.codeOwed))
        throw new AppError('session.gone');
      const authenticator = await tx.manager.findOne(Authenticator, { where: { userId }, lock });
      const answer = await work(tx, { session, authenticator });
      return answer === null ? { wrong: await this.countWrong(tx, session, end) } : { answer };
    });
    if ('answer' in outcome) return outcome.answer;
    if (outcome.wrong === 'authenticator.failed') throw new AppError('authenticator.failed');
    throw fieldError('authenticator.code', 'code');
  }

  private async countWrong(tx: Tx, session: UserSession, end: EndSessions) {
    const { id, userId, loginId } = session;
    const failures = session.codeFailures + 1;
    await tx.manager.update(UserSession, { id }, { codeFailures: failures });
    tx.emit('session.codeRefused', { userId, sessionId: id, failures });
    if (!session.codeOwed || failures < MAX_CODE_FAILURES) return 'authenticator.code' as const;
    if (loginId !== null)
      await tx.manager.update(LoginAttempt, { id: loginId }, { result: 'CODE', outcomeAt: tx.now });
    await end(sql`s.id = ${id}`, 'codeFailed');
    return 'authenticator.failed' as const;
  }

  private async accepts(tx: Tx, authenticator: Confirmed, code: string): Promise<boolean> {
    const { userId, lastStep, failures } = authenticator;
    if (failures >= BLOCKED_AFTER) throw new AppError('authenticator.blocked');
    const step = stepOf(this.vault.open(authenticator.secretEnc), code, Date.now());
    const isFresh = step !== null && step > lastStep;
    const accepted = isFresh || (await spendRecoveryCode(tx, userId, code));
    const right = { failures: 0, resetBy: null, resetAt: null, ...(isFresh && { lastStep: step }) };
    await tx.manager.update(Authenticator, { userId }, accepted ? right : { failures: failures + 1 });
    return accepted;
  }

  /** The code is there; a face may still be owed. */
  private async passOn(tx: Tx, actor: Actor, session: UserSession): Promise<void> {
    if (!session.codeOwed) return;
    const { userId, sessionId } = actor;
    const [[account]] = await tx.read<[{ liveness: string }]>(sql`
      SELECT liveness FROM user WHERE id = ${userId}`);
    const pending = account?.liveness !== 'NONE';
    await tx.manager.update(UserSession, { id: sessionId }, { pending, codeOwed: false, codeFailures: 0 });
    if (!pending) this.behaviours.recordIn(tx, actor, sessionId, { type: 'LOGIN', caseId: null });
  }

  private async writeCodes(tx: Tx, userId: number): Promise<RecoveryCodes> {
    const codes = Array.from({ length: RECOVERY_CODES }, newCode);
    await tx.manager.delete(RecoveryCode, { userId });
    await tx.manager.insert(
      RecoveryCode,
      codes.map((code) => ({ userId, codeHash: hashOfCode(code) })),
    );
    return { codes };
  }
}

/** Part of another command. */
export async function removeAuthenticator(tx: Tx, userId: number): Promise<void> {
  await tx.manager.delete(RecoveryCode, { userId });
  await tx.manager.delete(Authenticator, { userId });
}

async function spendRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const which = { userId, codeHash: hashOfCode(code), usedAt: IsNull() };
  const { affected } = await tx.manager.update(RecoveryCode, which, { usedAt: tx.now });
  return affected === 1;
}

function isConfirmed(authenticator: Authenticator | null): authenticator is Confirmed {
  return authenticator?.secretEnc != null;
}
