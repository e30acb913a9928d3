import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ListenAnswer, ListenEnd, ListenMode } from '../../../contract/supervision/listening.js';
import { SYSTEM, type Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { never, sql, type Statement } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { keyOf } from '../../domain/calls/call.rules.js';

const TICKET_BYTES = 24;
const TICKET_MS = 30_000;

interface Call {
  agentId: number;
  institutionId: number;
  state: string;
}
export interface Listening {
  listeningId: number;
  callId: number;
  agentId: number;
  institutionId: number;
  mode: ListenMode;
  shown: boolean;
}

/**
 * Admits third persons to a running call. A ticket is for one person, session, call and mode, and is used once; its user
 * stands in the audit in the same transaction, before the first sound.
 */
@Injectable()
export class ListeningService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /** @throws call.notFound, listening.own, call.over */
  async ask(actor: Actor, mode: ListenMode, callId: number): Promise<ListenAnswer> {
    const call = await this.database.row<Call & { hidden: number }>(sql`
      SELECT h.agent_id AS agentId, h.institution_id AS institutionId, h.state, ${MAY_BE_UNSEEN} AS hidden
      FROM phone_call h WHERE h.id = ${callId} AND ${admitting(actor)}`);
    if (!call) throw new AppError('call.notFound');
    if (call.agentId === actor.userId) throw new AppError('listening.own');
    if (call.state !== 'ANSWERED') throw new AppError('call.over');
    const ticket = randomBytes(TICKET_BYTES).toString('base64url');
    const [id, shown] = [await this.ids.take(), call.hidden === 0];
    await this.uow.transact(actor, async (tx) =>
      tx.write(sql`
        INSERT INTO listening (id, ticket_hash, user_id, session_id, call_id, agent_id, institution_id, mode, shown,
          asked_at)
        VALUES (${id}, ${hashOf(ticket)}, ${actor.userId}, ${actor.sessionId}, ${callId}, ${call.agentId},
          ${call.institutionId}, ${mode}, ${shown ? 1 : 0}, ${tx.now})`),
    );
    return { ticket, shown };
  }

  /** @throws listening.ticket when it is not this session's, was used or is too old; call.over */
  async begin(actor: Actor, ticket: string): Promise<Listening> {
    return this.uow.transact(actor, async (tx) => {
      const since = new Date(tx.now.getTime() - TICKET_MS);
      const [[found]] = await tx.read<[Listening]>(sql`
        SELECT l.id AS listeningId, l.call_id AS callId, l.agent_id AS agentId, l.institution_id AS institutionId,
          l.mode, l.shown FROM listening l
        WHERE l.ticket_hash = ${hashOf(ticket)} AND l.user_id = ${actor.userId} AND l.session_id = ${actor.sessionId}
          AND l.begun_at IS NULL AND l.ended_at IS NULL AND l.asked_at > ${since} FOR UPDATE`);
      if (!found) throw new AppError('listening.ticket');
      const listening = { ...found, shown: Boolean(found.shown) };
      const [[call]] = await tx.read<[{ hidden: number }]>(sql`
        SELECT ${MAY_BE_UNSEEN} AS hidden FROM phone_call h
        WHERE h.id = ${found.callId} AND h.state = 'ANSWERED' AND ${admitting(actor)}`);
      if (!call) throw new AppError('call.over');
      if (!listening.shown && call.hidden === 0) throw new AppError('listening.ticket');
      tx.write(sql`UPDATE listening SET begun_at = ${tx.now} WHERE id = ${listening.listeningId}`);
      tx.emit('listening.begun', listening);
      return listening;
    });
  }

  /** Once, whoever says it first. */
  async end(listeningId: number, reason: ListenEnd): Promise<void> {
    await this.uow.transact(SYSTEM, async (tx) => {
      const [[found]] = await tx.read<[Listening]>(sql`
        SELECT l.id AS listeningId, l.call_id AS callId, l.agent_id AS agentId, l.institution_id AS institutionId,
          l.mode, l.shown FROM listening l
        WHERE l.id = ${listeningId} AND l.begun_at IS NOT NULL AND l.ended_at IS NULL FOR UPDATE`);
      if (found) this.close(tx, { ...found, shown: Boolean(found.shown) }, reason);
    });
  }

  /**
   * Whether it may go on: the permission, the scope and the call are what they were. An unseen one ends with the approval that it
   * stood on: its collector was never told, and to be shown in the middle would be another act than the one that was begun.
   */
  async mayGoOn(actor: Actor, { callId, listeningId, shown }: Listening): Promise<'yes' | ListenEnd> {
    const found = await this.database.row<{ state: string; isOver: number; hidden: number }>(sql`
      SELECT h.state, l.ended_at IS NOT NULL AS isOver, ${MAY_BE_UNSEEN} AS hidden FROM phone_call h JOIN listening l ON l.id = ${listeningId}
      WHERE h.id = ${callId} AND ${admitting(actor)}`);
    if (!found || (!shown && found.hidden === 0)) return 'RIGHTS';
    if (found.isOver === 1) return 'LEFT';
    return found.state === 'ANSWERED' ? 'yes' : 'CALL';
  }

  /** Ends what the person has open in the call, on whichever server its sound is: that one sees it within a moment. */
  async leave(actor: Actor, callId: number): Promise<void> {
    const open = await this.database.rows<{ id: number }>(sql`
      SELECT l.id FROM listening l
      WHERE l.user_id = ${actor.userId} AND l.call_id = ${callId} AND l.ended_at IS NULL AND l.begun_at IS NOT NULL`);
    for (const { id } of open) await this.end(id, 'LEFT');
  }

  /** The supplier's reference of the call. */
  async lineOf(callId: number): Promise<string> {
    const found = await this.database.row<{ line: string | null }>(sql`
      SELECT IF(c.direction = 'IN', c.supplier_call_id, ${keyOf(callId)}) AS line FROM phone_call c WHERE c.id = ${callId}`);
    if (!found?.line) throw new AppError('call.over');
    return found.line;
  }

  private close(tx: Tx, listening: Listening, reason: ListenEnd): void {
    tx.write(sql`
      UPDATE listening SET ended_at = ${tx.now}, end_reason = ${reason} WHERE id = ${listening.listeningId}`);
    tx.emit('listening.ended', { ...listening, reason });
  }
}

/** A condition on phone_call under the alias `h`: two administrators of its institution approved listening unseen. */
const MAY_BE_UNSEEN = sql`EXISTS (
  SELECT 1 FROM approval a WHERE a.institution_id = h.institution_id AND a.kind = 'LISTEN_UNSEEN' AND a.status = 'APPROVED')`;

/** A condition on phone_call under the alias `h`: the calls of the institutions that the person supervises, or of the own team. */
export function runningFor(actor: Actor): Statement {
  const institution = institutionsIn(actor, sql`h.institution_id`);
  if (actor.role === 'member') return never;
  return actor.role === 'leader' ? sql`${institution} AND h.group_id = ${actor.groupId}` : institution;
}

/** As `runningFor`, of calls that the person may take part in: any, or where its collector asked for help and the person answered. */
function admitting(actor: Actor): Statement {
  if (actor.permissions.has('call:listen')) return runningFor(actor);
  if (!actor.permissions.has('help:answer')) return never;
  return sql`${runningFor(actor)} AND EXISTS (
    SELECT 1 FROM help_request r WHERE r.call_id = h.id AND r.status = 'ANSWERED' AND r.ended_by = ${actor.userId})`;
}

function hashOf(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest();
}
