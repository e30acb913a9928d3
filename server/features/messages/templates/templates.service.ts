import { Injectable } from '@nestjs/common';
import type { TemplateChange, TemplateForm, TemplateStatus } from '../../../../contract/message-templates.js';
import { freeParamsOf, problemsIn } from '../../../../contract/message-texts.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { checkVersion, lockOne, saveChanges } from '../../../platform/db/changes.js';
import { ClientRequest } from '../../../platform/db/client-request.js';
import { Ids } from '../../../platform/db/ids.js';
import { list, sql } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../../platform/http/app-error.js';
import { Queue } from '../../queues/queue.entity.js';
import { MessageTemplate } from './message-template.entity.js';
import { infoOf } from './template.rules.js';

type Saved = { id: number };

/** What administrators do with templates. A message that is queued keeps the text that was made for it. */
@Injectable()
export class TemplatesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /** @throws template.notFound, entity.changed, institution.notFound, request.reused, and what `checkTexts` throws */
  async save(actor: Actor, { id, version, clientRequestId, ...form }: TemplateChange): Promise<Saved> {
    if (!actor.institutionIds.includes(form.institutionId))
      throw fieldError('institution.notFound', 'institutionId');
    checkTexts(form.texts);
    const newId = await this.ids.take();
    return this.once(actor, 'template', clientRequestId, { id, version, ...form }, async (tx) => {
      if (id !== undefined) return change(tx, actor, { id, version }, form);
      const made = { ...form, id: newId, enabled: false, updatedBy: actor.userId, updatedAt: tx.now };
      await tx.manager.insert(MessageTemplate, made);
      tx.emit('template.created', refOf(actor, made));
      return { id: newId };
    });
  }

  /** Only a template that could be saved as it is may be offered. @throws template.notFound, entity.changed, request.reused, and what `checkTexts` throws */
  setStatus(actor: Actor, { clientRequestId, ...said }: TemplateStatus): Promise<Saved> {
    return this.once(actor, 'templateStatus', clientRequestId, said, (tx) =>
      change(tx, actor, said, { enabled: said.enabled }),
    );
  }

  private once(
    actor: Actor,
    command: string,
    requestId: string | undefined,
    body: object,
    work: (tx: Tx) => Promise<Saved>,
  ): Promise<Saved> {
    const request = new ClientRequest<Saved>(actor, command, requestId, body);
    return request.once((run) => this.uow.transact(actor, run), work);
  }
}

async function change(
  tx: Tx,
  actor: Actor,
  { id, version }: { id: number; version?: number | undefined },
  said: Partial<TemplateForm> & { enabled?: boolean },
): Promise<Saved> {
  const template = await lockOne(
    tx,
    MessageTemplate,
    't',
    sql`t.id = ${id} AND t.institution_id IN ${list(actor.institutionIds)}`,
  );
  if (!template) throw new AppError('template.notFound');
  checkVersion(template, version, infoOf(template));
  if (said.enabled) checkTexts(template.texts);
  if (said.texts) await checkReminder(tx, id, said.texts);
  const changes = await saveChanges(tx, template, { ...said, updatedBy: actor.userId, updatedAt: tx.now });
  if (changes) tx.emit('template.changed', { ...refOf(actor, template), changes });
  return { id };
}

/** @throws template.placeholder, template.unfilled, template.formats, template.differs naming field and parameter */
function checkTexts(texts: TemplateForm['texts'] | MessageTemplate['texts']): void {
  const [problem] = problemsIn(texts);
  if (problem) throw fieldError(problem.rule, problem.field, { param: problem.param });
}

/** By a text that a queue reminds with nobody is there to fill anything in. @throws template.unfilled */
async function checkReminder(tx: Tx, id: number, { es }: TemplateForm['texts']): Promise<void> {
  const [asked] = freeParamsOf(es);
  if (!asked || !(await tx.manager.existsBy(Queue, { reminderTemplateId: id }))) return;
  throw fieldError('template.unfilled', 'texts.es', { param: asked.name });
}

/** All that hear of it: the institution's people and those below it are among the administrator's. */
function refOf(actor: Actor, { id, institutionId }: Pick<MessageTemplate, 'id' | 'institutionId'>) {
  return { templateId: id, institutionId, heardBy: [...actor.institutionIds] };
}
