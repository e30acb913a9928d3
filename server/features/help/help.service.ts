import { Injectable } from '@nestjs/common';
import type {
  AskForHelp,
  DeclineHelp,
  DeclineReason,
  HelpRef,
  HelpState,
  JoinCall,
  PassHelp,
} from '../../../contract/supervision/help.js';
import type { ListenAnswer } from '../../../contract/supervision/listening.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { ListeningService, runningFor } from '../listening/listening.service.js';
import { HelpQueries } from './help.queries.js';

interface Request {
  helpId: number;
  callId: number;
  agentId: number;
  institutionId: number;
  caseId: number | null;
  status: HelpState;
  endedBy: number | null;
  askedAt: Date;
  isLive: number | null;
}

const COLUMNS = sql`
  r.id AS helpId, r.call_id AS callId, r.agent_id AS agentId, r.institution_id AS institutionId, r.case_id AS caseId,
  r.status, r.ended_by AS endedBy, r.asked_at AS askedAt, h.is_live AS isLive`;

/** A collector asks for help during a call; one of those who may listen in answers, passes it on or declines. */
@Injectable()
export class HelpService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly queries: HelpQueries,
    private readonly listening: ListeningService,
  ) {}

  /** Once while one waits. @throws call.notFound, call.over */
  async ask(actor: Actor, { callId }: AskForHelp): Promise<HelpRef> {
    const id = await this.ids.take();
    return this.uow.transact(actor, async (tx) => {
      const [[call], [waiting]] = await tx.read<
        [{ state: string; caseId: number | null; institutionId: number; groupId: number | null }, HelpRef]
      >(
        sql`
          SELECT h.state, h.case_id AS caseId, h.institution_id AS institutionId, h.group_id AS groupId
          FROM phone_call h WHERE h.id = ${callId} AND h.agent_id = ${actor.userId} FOR UPDATE`,
        sql`SELECT r.id FROM help_request r WHERE r.call_id = ${callId} AND r.status = 'WAITING' FOR UPDATE`,
      );
      if (!call) throw new AppError('call.notFound');
      if (call.state !== 'ANSWERED') throw new AppError('call.over');
      if (waiting) return waiting;
      const { caseId, institutionId, groupId } = call;
      const agentId = actor.userId;
      tx.write(sql`
        INSERT INTO help_request (id, institution_id, group_id, agent_id, call_id, case_id, asked_at)
        VALUES (${id}, ${institutionId}, ${groupId}, ${agentId}, ${callId}, ${caseId}, ${tx.now})`);
      tx.emit('help.asked', { helpId: id, callId, agentId, institutionId, caseId });
      return { id };
    });
  }

  /** @throws help.notFound, help.taken */
  async withdraw(actor: Actor, { id }: HelpRef): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      const [[found]] = await tx.read<[Request]>(sql`
        SELECT ${COLUMNS} FROM help_request r JOIN phone_call h ON h.id = r.call_id
        WHERE r.id = ${id} AND r.agent_id = ${actor.userId} FOR UPDATE`);
      if (!found) throw new AppError('help.notFound');
      if (found.status === 'WITHDRAWN') return;
      if (found.status !== 'WAITING') throw new AppError('help.taken');
      end(tx, actor, found, 'WITHDRAWN');
      tx.emit('help.withdrawn', named(found));
    });
  }

  /** The first who answers has it; a repetition changes nothing. @throws help.notFound, help.taken, call.over */
  async answer(actor: Actor, { id }: HelpRef): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      const found = await this.open(tx, actor, id);
      if (found.status === 'ANSWERED' && found.endedBy === actor.userId) return;
      refuseUnlessWaiting(found);
      end(tx, actor, found, 'ANSWERED');
      const seconds = Math.max(0, (tx.now.getTime() - found.askedAt.getTime()) / 1000);
      tx.emit('help.answered', { ...named(found), seconds });
    });
  }

  /** @throws help.notFound, help.taken when somebody else has it, and what `ListeningService.ask` refuses */
  async join(actor: Actor, { id, mode }: JoinCall): Promise<ListenAnswer> {
    const callId = await this.queries.callAnsweredBy(actor, id);
    return this.listening.ask(actor, mode, callId);
  }

  /** It waits on, first of all for that person. @throws help.notFound, help.taken, call.over, help.helper */
  async pass(actor: Actor, { id, to }: PassHelp): Promise<void> {
    const helpers = await this.queries.helpers(actor, { id });
    if (helpers.every((helper) => helper.id !== to)) throw fieldError('help.helper', 'to');
    await this.uow.transact(actor, async (tx) => {
      const found = await this.open(tx, actor, id);
      refuseUnlessWaiting(found);
      tx.write(sql`UPDATE help_request SET passed_by = ${actor.userId}, passed_to = ${to} WHERE id = ${id}`);
      tx.emit('help.passed', { ...named(found), to });
    });
  }

  /** @throws help.notFound, help.taken, call.over */
  async decline(actor: Actor, { id, reason }: DeclineHelp): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      const found = await this.open(tx, actor, id);
      if (found.status === 'DECLINED' && found.endedBy === actor.userId) return;
      refuseUnlessWaiting(found);
      end(tx, actor, found, 'DECLINED', reason);
      tx.emit('help.declined', { ...named(found), reason });
    });
  }

  private async open(tx: Tx, actor: Actor, id: number): Promise<Request> {
    const [[found]] = await tx.read<[Request]>(sql`
      SELECT ${COLUMNS} FROM help_request r JOIN phone_call h ON h.id = r.call_id
      WHERE r.id = ${id} AND r.agent_id <> ${actor.userId} AND ${runningFor(actor)} FOR UPDATE`);
    if (!found) throw new AppError('help.notFound');
    return found;
  }
}

function refuseUnlessWaiting({ status, isLive }: Request): void {
  if (status !== 'WAITING') throw new AppError('help.taken');
  if (isLive === null) throw new AppError('call.over');
}

function named({ helpId, callId, agentId, institutionId, caseId }: Request) {
  return { helpId, callId, agentId, institutionId, caseId };
}

function end(
  tx: Tx,
  { userId }: Actor,
  { helpId }: Request,
  status: HelpState,
  reason: DeclineReason | null = null,
): void {
  tx.write(sql`
    UPDATE help_request SET status = ${status}, reason = ${reason}, ended_by = ${userId}, ended_at = ${tx.now}
    WHERE id = ${helpId}`);
}
