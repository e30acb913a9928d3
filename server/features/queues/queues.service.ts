import { Injectable } from '@nestjs/common';
import { freeParamsOf, type TemplateTexts } from '../../../contract/contact/message-texts.js';
import {
  QueueChange,
  type QueueForm,
  type QueueStatusChange,
  type QueueWorkChange,
} from '../../../contract/team/queues.js';
import type { TaskNumConfig } from '../../../contract/team/schedules.js';
import type { Actor } from '../../platform/auth/actor.js';
import { queuesOf } from '../../platform/auth/scope.js';
import { lockOne } from '../../platform/db/changes.js';
import { ConfiguredEntity, type Saved, type Saving } from '../../platform/db/configured-entity.js';
import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { templateOf } from '../../domain/messages/message.sql.js';
import { Queue } from '../../domain/queues/queue.entity.js';
import { formOf } from './queues.queries.js';

/** A queue stays in its institution: its cases and people are there. */
@Injectable()
export class QueuesService extends ConfiguredEntity<Queue, QueueForm> {
  readonly entity = Queue;
  readonly noun = 'queue';
  protected readonly input = QueueChange;
  protected readonly notFound = 'queue.notFound';
  protected override readonly statusField = 'open';
  protected override readonly duplicate = ['queue.codeTaken', 'code'] as const;

  /** Limits of days without a plan. @throws queue.notFound, entity.changed */
  setLimits(
    actor: Actor,
    { queueId: id, version, clientRequestId, ...limits }: TaskNumConfig,
  ): Promise<Saved> {
    const body = { id, version, ...limits };
    return this.uow.once(actor, ['queueLimits', clientRequestId, body], (tx) =>
      this.change(tx, actor, { id, version }, limits),
    );
  }

  /** @throws queue.notFound, entity.changed, template.notFound, template.unfilled (fields) */
  edit(actor: Actor, { id, version, clientRequestId, ...work }: QueueWorkChange): Promise<Saved> {
    const body = { id, version, ...work };
    return this.uow.once(actor, ['queueWork', clientRequestId, body], async (tx) => {
      const queue = await this.find(tx, actor, id);
      if (!queue) throw new AppError('queue.notFound');
      await checkReminder(tx, { ...work, institutionId: queue.institutionId });
      return this.change(tx, actor, { id, version }, work);
    });
  }

  /** @throws queue.notFound, entity.changed */
  override setStatus(actor: Actor, { open, ...ref }: QueueStatusChange): Promise<void> {
    return this.uow.transact(actor, async (tx) => {
      await this.change(tx, actor, ref, { open });
    });
  }

  /** @throws queue.staysInInstitution, template.notFound, template.unfilled (fields) */
  protected async columns(tx: Tx, form: QueueForm, { row: queue }: Saving<Queue>): Promise<Partial<Queue>> {
    if (queue && form.institutionId !== queue.institutionId)
      throw fieldError('queue.staysInInstitution', 'institutionId');
    await checkReminder(tx, form);
    return queue ? form : { kind: 'STANDARD', minDpd: 1, open: true, ...form };
  }

  protected inForce(queue: Queue) {
    const { id, version, open } = queue;
    return { ...formOf(queue), id, version, open };
  }

  protected override find(tx: Tx, actor: Actor, id: number): Promise<Queue | null> {
    return lockOne(tx, Queue, 'q', sql`q.id = ${id} AND ${queuesOf(actor)}`);
  }
}

/** Offered to the queue's institution, and with nothing that a person would fill in. @throws template.notFound, template.unfilled */
async function checkReminder(
  tx: Tx,
  { reminderTemplateId: id, institutionId }: Pick<QueueForm, 'reminderTemplateId' | 'institutionId'>,
): Promise<void> {
  if (id === null) return;
  const [found] = await tx.read<[{ texts: string }]>(templateOf(id, institutionId));
  if (!found[0]) throw fieldError('template.notFound', 'reminderTemplateId');
  const [param] = freeParamsOf((JSON.parse(found[0].texts) as TemplateTexts).es ?? '');
  if (param) throw fieldError('template.unfilled', 'reminderTemplateId', { param: param.name });
}
