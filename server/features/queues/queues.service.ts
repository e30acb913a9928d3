import { Injectable } from '@nestjs/common';
import { freeParamsOf, type TemplateTexts } from '../../../contract/contact/message-texts.js';
import type { QueueChange, QueueForm, QueueStatusChange } from '../../../contract/team/queues.js';
import type { TaskNumConfig } from '../../../contract/team/schedules.js';
import type { Actor } from '../../platform/auth/actor.js';
import { queuesOf } from '../../platform/auth/scope.js';
import { checkVersion, insertNew, lockOne, saveChanges } from '../../platform/db/changes.js';
import { ClientRequest } from '../../platform/db/client-request.js';
import { dbErrorCode } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { templateOf } from '../../domain/messages/message.sql.js';
import { Queue } from '../../domain/queues/queue.entity.js';
import { formOf } from './queues.queries.js';

@Injectable()
export class QueuesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /**
   * A queue stays in its institution: its cases and people are there.
   *
   * @throws queue.notFound outside the actor's scope, institution.notFound, queue.codeTaken, template.notFound, template.unfilled, entity.changed
   */
  async save(actor: Actor, { id, version, clientRequestId, ...form }: QueueChange): Promise<{ id: number }> {
    if (!actor.institutionIds.includes(form.institutionId))
      throw fieldError('institution.notFound', 'institutionId');
    try {
      if (id === undefined) return await this.add(actor, form, clientRequestId);
      await this.uow.transact(actor, async (tx) => {
        const queue = await lockQueue(tx, actor, id, version);
        if (form.institutionId !== queue.institutionId)
          throw fieldError('queue.staysInInstitution', 'institutionId');
        await checkReminder(tx, form);
        await write(tx, queue, form);
      });
      return { id };
    } catch (error) {
      if (dbErrorCode(error) === 'ER_DUP_ENTRY') throw fieldError('queue.codeTaken', 'code');
      throw error;
    }
  }

  /** Limits of days without a plan. @throws queue.notFound, entity.changed */
  setLimits(
    actor: Actor,
    { queueId: id, version, clientRequestId, ...limits }: TaskNumConfig,
  ): Promise<{ id: number }> {
    const body = { id, version, ...limits };
    const request = new ClientRequest<{ id: number }>(actor, 'queueLimits', clientRequestId, body);
    return request.once(
      (run) => this.uow.transact(actor, run),
      async (tx) => {
        await write(tx, await lockQueue(tx, actor, id, version), limits);
        return { id };
      },
    );
  }

  /** @throws queue.notFound, entity.changed */
  setStatus(actor: Actor, { id, open, version }: QueueStatusChange): Promise<void> {
    return this.uow.transact(actor, async (tx) => {
      await write(tx, await lockQueue(tx, actor, id, version), { open });
    });
  }

  private async add(
    actor: Actor,
    form: Omit<QueueChange, 'id'>,
    clientRequestId: string | undefined,
  ): Promise<{ id: number }> {
    const id = await this.ids.take();
    const request = new ClientRequest<{ id: number }>(actor, 'queue', clientRequestId, form);
    const add = async (tx: Tx) => {
      await checkReminder(tx, form);
      const made = { id, kind: 'STANDARD', minDpd: 1, open: true, ...form };
      const changes = await insertNew(tx, Queue, made);
      tx.emit('queue.created', { queueId: id, institutionId: form.institutionId, changes });
      return { id };
    };
    return request.once((run) => this.uow.transact(actor, run), add);
  }
}

/** Offered to the queue's institution, and with nothing that a person would fill in. @throws template.notFound, template.unfilled */
async function checkReminder(tx: Tx, { reminderTemplateId: id, institutionId }: QueueForm): Promise<void> {
  if (id === null) return;
  const [found] = await tx.read<[{ texts: string }]>(templateOf(id, institutionId));
  if (!found[0]) throw fieldError('template.notFound', 'reminderTemplateId');
  const [asked] = freeParamsOf((JSON.parse(found[0].texts) as TemplateTexts).es ?? '');
  if (asked) throw fieldError('template.unfilled', 'reminderTemplateId', { param: asked.name });
}

async function lockQueue(tx: Tx, actor: Actor, id: number, version: number | undefined): Promise<Queue> {
  const queue = await lockOne(tx, Queue, 'q', sql`q.id = ${id} AND ${queuesOf(actor)}`);
  if (!queue) throw new AppError('queue.notFound');
  checkVersion(queue, version, { ...formOf(queue), id, version: queue.version, open: queue.open });
  return queue;
}

async function write(tx: Tx, queue: Queue, values: Partial<Queue>): Promise<void> {
  const changes = await saveChanges(tx, queue, values);
  const { id: queueId, institutionId } = queue;
  if (changes) tx.emit('queue.changed', { queueId, institutionId, changes });
}
