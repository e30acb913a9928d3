import { Injectable } from '@nestjs/common';
import type { UserWork } from '../../../contract/administration/users.js';
import { saveChanges } from '../../platform/db/changes.js';
import { list, sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { keepAdministrator } from '../../domain/institutions/administrators.writes.js';
import { ofPerson, type EndSessions } from '../../domain/session/sessions.writes.js';
import { unbindWithin } from '../../domain/softphones/bindings.writes.js';
import type { User } from '../../domain/users/user.entity.js';
import { CallsService } from '../calls/calls.service.js';
import { CaseMovesService } from '../case-work/cases/moves/case-moves.service.js';

/** Cases that a refusal names. */
const NAMED = 5;

interface OpenCase {
  id: number;
  loanId: string;
  borrowerName: string;
  promised: number;
  agentId: number;
  queueId: number;
  queueName: string;
}

/** Cases that go back at a time: a whole institution may be closed. */
const BATCH = 500;

/**
 * Work in hand of people who are disabled or moved. Their rows are locked by then, so that nobody gives them
 * another case or call meanwhile.
 */
@Injectable()
export class OpenWorkService {
  constructor(
    private readonly moves: CaseMovesService,
    private readonly calls: CallsService,
  ) {}

  /**
   * Cases go back to their queue with their promises, calls are hung up, all in the command at hand.
   *
   * @returns how many cases went back
   * @throws user.hasWork with what it is, unless it may be released
   */
  async putDown(tx: Tx, userIds: readonly number[], release: boolean): Promise<number> {
    const [cases, calls] = await tx.read<[OpenCase, { agentId: number }]>(
      sql`
        SELECT c.id, c.loan_no AS loanId, c.borrower_name AS borrowerName, c.promise_id IS NOT NULL AS promised,
          c.owner_id AS agentId, c.queue_id AS queueId, q.name AS queueName
        FROM collection_case c JOIN queue q ON q.id = c.queue_id WHERE c.owner_id IN ${list(userIds)} AND c.is_open = 1 ORDER BY c.id`,
      sql`SELECT p.agent_id AS agentId FROM phone_call p WHERE p.agent_id IN ${list(userIds)} AND p.is_live = 1`,
    );
    if (cases.length + calls.length === 0) return 0;
    if (!release) throw refusal(cases, calls.length);
    for (const agentId of new Set(calls.map((call) => call.agentId))) await this.calls.endOf(tx, agentId);
    const taskIds = cases.map(({ id }) => id);
    for (let from = 0; from < taskIds.length; from += BATCH)
      await this.moves.releaseWithin(tx, taskIds.slice(from, from + BATCH), 'LEFT');
    return taskIds.length;
  }

  /** Part of another command, which has locked the person: signed out at once, never in again, without a telephone. @throws user.lastAdmin */
  async disable(tx: Tx, end: EndSessions, user: User): Promise<void> {
    await keepAdministrator(tx, user);
    const { id: userId, institutionId } = user;
    const disabled = { enabled: false, updatedAt: tx.now, updatedBy: tx.actor.userId };
    const changes = await saveChanges(tx, user, disabled);
    if (changes) {
      tx.emit('user.disabled', { userId, institutionId, changes });
      await end(ofPerson(userId), 'disabled');
    }
    await unbindWithin(tx, userId);
  }
}

function refusal(cases: readonly OpenCase[], calls: number): AppError {
  const [first] = cases;
  const queues = new Map<number, UserWork['queues'][number]>();
  for (const { queueId: id, queueName: name } of cases)
    queues.set(id, { id, name, cases: (queues.get(id)?.cases ?? 0) + 1 });
  const work: UserWork = {
    cases: cases.length,
    promises: cases.filter(({ promised }) => promised === 1).length,
    calls,
    named: cases.slice(0, NAMED).map(({ loanId, borrowerName }) => `${borrowerName} (${loanId})`),
    agentId: first && cases.every(({ agentId }) => agentId === first.agentId) ? first.agentId : null,
    queues: [...queues.values()],
  };
  return new AppError('user.hasWork', {}, [], { work });
}
