import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { FACE_BYTES, MAX_FACE_FAILURES, type LivenessMode } from '../../../../contract/liveness.js';
import type { LoginAnswer } from '../../../../contract/session.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Vault } from '../../../platform/crypto/vault.js';
import { Database } from '../../../platform/db/database.js';
import { sql } from '../../../platform/db/sql.js';
import { SealedFiles } from '../../../platform/files/sealed-files.js';
import { AppError, fieldError } from '../../../platform/http/app-error.js';
import {
  ProviderClient,
  ProviderRefused,
  ProviderUnavailable,
} from '../../../platform/providers/provider-client.js';
import { Providers } from '../../../platform/providers/providers.js';
import { Site } from '../../../platform/site/site.js';
import { Clock } from '../../../platform/clock/clock.js';
import { BehaviourRecords } from '../../../platform/behaviour/behaviour-records.js';
import { SessionsService } from '../sessions.service.js';
import { FaceChecksService } from './face-checks.service.js';

const PARTNER = 'recoup';
/** `same`: whether it is the face of the picture that came with the question; nothing when none came. */
const FrameResult = z.object({ live: z.boolean(), same: z.boolean().optional() });
const PageResult = FrameResult.extend({ token: z.string() });
interface SessionState {
  loginId: number | null;
  failures: number;
  pending: number;
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * The check between the password and the session: until it passes, the token is pending and allows nothing else. The person
 * is the token's, whatever ids the body names. The third refusal in a row ends the session, however
 * the page counts. A provider that does not answer refuses nobody. What the camera saw is sent on and kept nowhere; it is
 * compared with the picture that somebody else has stored of the person, when there is one.
 */
@Injectable()
export class LivenessService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly providers: ProviderClient,
    private readonly vault: Vault,
    private readonly files: SealedFiles,
    private readonly clock: Clock,
    private readonly inForce: Providers,
    private readonly checks: FaceChecksService,
    private readonly behaviours: BehaviourRecords,
    private readonly site: Site,
  ) {}

  /** Parameters that embed the provider's page; null in camera mode. */
  page(mode: LivenessMode, sessionId: number): LoginAnswer['cloudunPureH5Liveness'] {
    if (mode !== 'PAGE') return null;
    return {
      baseUrl: this.inForce.livenessPage(),
      partnerCode: PARTNER,
      timestamp: String(this.clock.now().getTime()),
      token: this.pageToken(sessionId),
    };
  }

  /**
   * @returns whether the provider saw a living face on the page that this session opened.
   * @throws provider.off, liveness.otherMode, liveness.passed, liveness.noneLeft, liveness.failedThrice
   */
  async judgePage(actor: Actor, livenessId: string): Promise<boolean> {
    await this.checkMode(actor, 'PAGE');
    const body = { reference: await this.reference(actor) };
    const result = await this.ask(actor, body.reference !== null, () =>
      this.providers.call({
        provider: 'liveness',
        path: `/liveness/results/${encodeURIComponent(livenessId)}`,
        body,
        answer: PageResult,
      }),
    );
    // A good result of another person does not count.
    return this.settle(actor, isTheirs(result) && this.isPageToken(result.token, actor.sessionId));
  }

  /**
   * @param image JPEG in base64, with or without the data URL's head.
   * @throws provider.off, liveness.otherMode, liveness.passed, liveness.picture, liveness.noneLeft, liveness.failedThrice
   */
  async judgeFrame(actor: Actor, image: string): Promise<boolean> {
    await this.checkMode(actor, 'CAMERA');
    const base64 = image.replace(/^data:image\/jpeg;base64,/, '');
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length > FACE_BYTES || !bytes.subarray(0, JPEG.length).equals(JPEG)) {
      throw fieldError('liveness.picture', 'base64Img');
    }
    const body = { image: base64, reference: await this.reference(actor) };
    const result = await this.ask(actor, body.reference !== null, () =>
      this.providers.call({
        provider: 'liveness',
        path: '/liveness/frames',
        body,
        answer: FrameResult,
      }),
    );
    return this.settle(actor, isTheirs(result));
  }

  /**
   * Only the way that the account was given opens its session, and no face stands in for the password that has to be chosen,
   * nor for a code of the authenticator.
   * A session that is open already has nothing to show: a check would cost one of the person's for nothing.
   */
  private async checkMode({ userId, sessionId }: Actor, mode: LivenessMode): Promise<void> {
    const row = await this.database.row<{ pending: number }>(sql`
      SELECT s.pending FROM user u JOIN user_session s ON s.id = ${sessionId}
      WHERE u.id = ${userId} AND u.liveness = ${mode} AND s.choosing = 0 AND s.code_owed = 0`);
    if (!row) throw new AppError('liveness.otherMode');
    if (row.pending === 0) throw new AppError('liveness.passed');
  }

  /** The stored picture in base64; null when there is none. */
  private async reference({ userId }: Actor): Promise<string | null> {
    const account = await this.database.row<{ file: string | null }>(sql`
      SELECT reference_picture AS file FROM user WHERE id = ${userId}`);
    const picture = account?.file ? await this.files.open('pictures', account.file) : null;
    return picture && picture.toString('base64');
  }

  private async ask<Answer>(
    { userId, sessionId }: Actor,
    compares: boolean,
    call: () => Promise<Answer>,
  ): Promise<Answer | null> {
    // A face that nobody looked at must not count as a refused one.
    this.site.require('liveness');
    const check = { userId, sessionId, compares };
    await this.checks.take(check);
    try {
      return await call();
    } catch (error) {
      if (error instanceof ProviderRefused) return null;
      await this.checks.giveBack(check);
      if (error instanceof ProviderUnavailable) throw new AppError('system.unavailable');
      throw error;
    }
  }

  private async settle(actor: Actor, live: boolean): Promise<boolean> {
    const { userId, sessionId } = actor;
    const over = await this.sessions.command(actor, async (tx, end) => {
      const [[session]] = await tx.read<[SessionState]>(sql`
        SELECT login_id AS loginId, face_failures AS failures, pending FROM user_session
        WHERE id = ${sessionId} AND ended_at IS NULL FOR UPDATE`);
      if (!session) throw new AppError('session.gone');
      if (session.pending === 0) return false;
      const failures = live ? 0 : session.failures + 1;
      tx.write(sql`
        UPDATE user_session SET pending = ${!live}, face_failures = ${failures} WHERE id = ${sessionId}`);
      tx.write(sql`
        UPDATE login_audit SET liveness = ${live ? 'PASSED' : 'FAILED'}, outcome_at = ${tx.now} WHERE id = ${session.loginId}`);
      tx.emit('liveness.judged', { userId, sessionId, live, failures });
      if (live) this.behaviours.recordIn(tx, actor, sessionId, { type: 'LOGIN', caseId: null });
      if (failures < MAX_FACE_FAILURES) return false;
      await end(sql`s.id = ${sessionId}`, 'livenessFailed');
      return true;
    });
    if (over) throw new AppError('liveness.failedThrice');
    return live;
  }

  private pageToken(sessionId: number): string {
    return this.vault.index(`liveness ${sessionId}`).toString('base64url');
  }

  /** Another server, which already has or still has another key, may have given the page its token. */
  private isPageToken(token: string | undefined, sessionId: number): boolean {
    return this.vault.indexes(`liveness ${sessionId}`).some((index) => index.toString('base64url') === token);
  }
}

function isTheirs<Result extends z.infer<typeof FrameResult>>(result: Result | null): result is Result {
  return result !== null && result.live && result.same !== false;
}
