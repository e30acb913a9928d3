import { Injectable } from '@nestjs/common';
import type { WhoAnswers } from '../../../contract/contact/who-answers.js';
import type { Actor } from '../../platform/auth/actor.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { lockCall, type Call } from '../../domain/calls/call.sql.js';
import { writeParty } from '../../domain/calls/party.writes.js';

/** A collector says who answers the own call, and the case opens. */
@Injectable()
export class WhoAnswersService {
  constructor(private readonly uow: UnitOfWork) {}

  /** The same answer again changes nothing. @throws call.notFound, call.noQuestion */
  async say(actor: Actor, { callId, answer, reason }: WhoAnswers): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      const [[call]] = await tx.read<[Call]>(lockCall(callId));
      if (call?.agentId !== actor.userId) throw new AppError('call.notFound');
      if (call.party === answer) return;
      const isEarly = call.answeredAt === null && answer !== 'SKIPPED';
      if (call.pendingAgentId === null || isEarly) throw new AppError('call.noQuestion');
      writeParty(tx, call, answer, answer === 'SKIPPED' ? reason : null);
    });
  }
}
