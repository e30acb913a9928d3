import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  PAIRING_DIGITS,
  PAIRING_SECONDS,
  PAIRING_TRIES,
  type WallboardTokenForm,
  type WallboardOpened,
  type WallboardPairing,
  type WallboardToken,
} from '../../../../contract/session.js';
import { SYSTEM, type Actor } from '../../../platform/auth/actor.js';
import { SessionStore } from '../../../platform/auth/session-store.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Vault } from '../../../platform/crypto/vault.js';
import { Database } from '../../../platform/db/database.js';
import { Ids } from '../../../platform/db/ids.js';
import { sql } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../../platform/http/app-error.js';
import { AddressListService } from '../address-list.service.js';

const DAY_MS = 24 * 3_600_000;
const SECRET_BYTES = 32;
/** A wall asks every few seconds: once the digits were entered, it fetches its token within this time. */
const FETCH_MS = 60_000;
/** Waiting walls of one address, and of all: with so few of a million digits taken, a guess hits none. */
const MAX_OF_ADDRESS = 50;
const MAX_WAITING = 1_000;

interface Waiting {
  id: number;
  codeHash: Buffer;
  address: string;
}
interface Tries {
  tries: number;
  endsAt: Date;
}
type Outcome =
  { sessionId: number } | { refused: 'tries'; minutes: number } | { refused: 'code'; left: number };

/**
 * How a wall gets its token without anybody typing it. The wall shows six digits and keeps a secret. A leader enters the digits,
 * which opens a session for the wall; the wall, and nobody without its secret, fetches the token of that session, once.
 *
 * The digits open nothing without a leader's session. Each wrong entry counts for the leader and for every wall that waits, in
 * the transaction that compared it: entries at the same time, on any server, wait for each other. A right entry gives no try back,
 * for a leader could otherwise guess on by pairing walls of their own.
 */
@Injectable()
export class PairingService {
  constructor(
    private readonly store: SessionStore,
    private readonly addresses: AddressListService,
    private readonly vault: Vault,
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** For a wall that waits. @throws request.tooMany when too many wait already */
  async begin(address: string): Promise<WallboardPairing> {
    const now = this.clock.now();
    await this.database.run(sql`
      DELETE FROM wallboard_pairing WHERE expires_at <= ${now} ORDER BY expires_at LIMIT 1000`);
    await this.database.run(sql`DELETE FROM wallboard_try WHERE ends_at <= ${now}`);
    const waiting = await this.database.row<{ all: number; ofAddress: number }>(sql`
      SELECT COUNT(*) AS \`all\`, COALESCE(SUM(address = ${address}), 0) AS ofAddress
      FROM wallboard_pairing WHERE expires_at > ${now}`);
    if (waiting!.all >= MAX_WAITING || waiting!.ofAddress >= MAX_OF_ADDRESS)
      throw new AppError('request.tooMany', { seconds: PAIRING_SECONDS });
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const expiresAt = new Date(now.getTime() + PAIRING_SECONDS * 1000);
    const id = await this.ids.take();
    for (;;) {
      const code = String(randomInt(10 ** PAIRING_DIGITS)).padStart(PAIRING_DIGITS, '0');
      const insert = await this.database.run(sql`
        INSERT IGNORE INTO wallboard_pairing (id, claim_hash, code_hash, address, expires_at)
        VALUES (${id}, ${hashOf(secret)}, ${this.vault.index(code)}, ${address}, ${expiresAt})`);
      // No row: another wall shows these digits.
      if (insert.affectedRows === 1) return { code, secret, expiresAt: expiresAt.toISOString() };
    }
  }

  /** @throws permission.denied, wallboard.otherTeam, wallboard.code, wallboard.tries, login.addressRefused */
  async enter(
    actor: Actor,
    { groupId: wantedGroupId, ...form }: WallboardTokenForm,
  ): Promise<WallboardToken> {
    const { groupId } = actor;
    if (actor.role !== 'leader' || groupId === null) throw new AppError('permission.denied');
    if (wantedGroupId !== undefined && wantedGroupId !== groupId) throw new AppError('wallboard.otherTeam');
    const sessionId = await this.ids.take();
    const outcome = await this.uow.transact(actor, (tx) => this.compare(tx, actor, sessionId, form));
    if ('sessionId' in outcome) return { sessionId, groupId };
    if (outcome.refused === 'tries') throw new AppError('wallboard.tries', { minutes: outcome.minutes });
    throw fieldError('wallboard.code', 'code', { left: outcome.left });
  }

  /** Polled by a waiting wall with its secret. @throws login.addressRefused */
  async fetch(secret: string, address: string): Promise<WallboardOpened> {
    const hash = hashOf(secret);
    const found = await this.database.row<{ sessionId: number | null; tries: number }>(sql`
      SELECT session_id AS sessionId, tries FROM wallboard_pairing
      WHERE claim_hash = ${hash} AND expires_at > ${this.clock.now()}`);
    if (!found || (found.sessionId === null && found.tries >= PAIRING_TRIES)) return { state: 'OVER' };
    if (found.sessionId === null) return { state: 'WAITING' };
    return this.uow.transact(SYSTEM, (tx) => this.handOver(tx, hash, address));
  }

  /** The session gets the wall's own token. Of two requests at once the second finds nothing more. */
  private async handOver(tx: Tx, claimHash: Buffer, address: string): Promise<WallboardOpened> {
    const [[locked]] = await tx.read<[{ sessionId: number }]>(sql`
      SELECT session_id AS sessionId FROM wallboard_pairing WHERE claim_hash = ${claimHash} FOR UPDATE`);
    if (!locked) return { state: 'OVER' };
    const [[issued]] = await tx.read<[{ groupId: number; institutionId: number }]>(sql`
      SELECT u.group_id AS groupId, u.institution_id AS institutionId
      FROM user_session s JOIN user u ON u.id = s.user_id
      WHERE s.id = ${locked.sessionId} AND s.ended_at IS NULL`);
    // It was revoked meanwhile.
    if (!issued) return { state: 'OVER' };
    if (!(await this.addresses.admits(issued.institutionId, address)))
      throw new AppError('login.addressRefused');
    const { token, hash } = this.store.newToken();
    tx.write(sql`DELETE FROM wallboard_pairing WHERE claim_hash = ${claimHash}`);
    tx.write(sql`
      UPDATE user_session SET token_hash = ${hash}, address = ${address} WHERE id = ${locked.sessionId}`);
    return { state: 'OPEN', token, groupId: issued.groupId };
  }

  /** Throws nothing that would take the counted try back. */
  private async compare(
    tx: Tx,
    actor: Actor,
    sessionId: number,
    { code, label, days }: Omit<WallboardTokenForm, 'groupId'>,
  ): Promise<Outcome> {
    const { userId } = actor;
    // The leader's own row is the lock: before the first wrong entry there is no other.
    const [, [counted], waiting] = await tx.read<[object, Tries, Waiting]>(
      sql`SELECT u.id FROM user u WHERE u.id = ${userId} FOR UPDATE`,
      sql`SELECT tries, ends_at AS endsAt FROM wallboard_try WHERE user_id = ${userId} FOR UPDATE`,
      sql`SELECT id, code_hash AS codeHash, address FROM wallboard_pairing
          WHERE expires_at > ${tx.now} AND session_id IS NULL AND tries < ${PAIRING_TRIES} FOR UPDATE`,
    );
    const own = counted && counted.endsAt > tx.now ? counted : null;
    if (own && own.tries >= PAIRING_TRIES)
      return { refused: 'tries', minutes: Math.ceil((own.endsAt.getTime() - tx.now.getTime()) / 60_000) };
    const wall = await this.wallOf(actor, waiting, code);
    if (!wall) {
      countWrong(tx, userId, own);
      return { refused: 'code', left: PAIRING_TRIES - 1 - (own?.tries ?? 0) };
    }
    // This token is thrown away: the wall's own replaces it when the wall fetches it.
    const { hash } = this.store.newToken();
    const endsAt = new Date(tx.now.getTime() + days * DAY_MS);
    const session = { id: sessionId, hash, userId, pending: false, kiosk: true, now: tx.now };
    tx.write(this.store.insert({ ...session, label, endsAt, address: wall.address }));
    tx.write(sql`
      UPDATE wallboard_pairing SET session_id = ${sessionId}, expires_at = ${new Date(tx.now.getTime() + FETCH_MS)}
      WHERE id = ${wall.id}`);
    tx.emit('session.opened', { userId, sessionId, wallIn: actor.institutionId });
    return { sessionId };
  }

  /** All walls are compared, in constant time. One at an address that the leader's institution refuses is none. */
  private async wallOf(actor: Actor, waiting: readonly Waiting[], code: string): Promise<Waiting | null> {
    const hashes = this.vault.indexes(code);
    const [wall] = waiting.filter(({ codeHash }) =>
      hashes.map((hash) => timingSafeEqual(hash, codeHash)).includes(true),
    );
    return wall && (await this.addresses.admits(actor.institutionId, wall.address)) ? wall : null;
  }
}

function countWrong(tx: Tx, userId: number, own: Tries | null): void {
  const endsAt = own?.endsAt ?? new Date(tx.now.getTime() + PAIRING_SECONDS * 1000);
  tx.write(sql`
    INSERT INTO wallboard_try (user_id, tries, ends_at) VALUES (${userId}, 1, ${endsAt})
    ON DUPLICATE KEY UPDATE tries = ${(own?.tries ?? 0) + 1}, ends_at = ${endsAt}`);
  tx.write(sql`
    UPDATE wallboard_pairing SET tries = tries + 1 WHERE expires_at > ${tx.now} AND session_id IS NULL`);
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
