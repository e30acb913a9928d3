import { Injectable } from '@nestjs/common';
import type {
  TemplateChange,
  TemplateForm,
  TemplateStatus,
} from '../../../../contract/contact/message-templates.js';
import { LANGUAGE_NAMES, type Language } from '../../../../contract/codes.js';
import { freeParamsOf, problemsIn } from '../../../../contract/contact/message-texts.js';
import { lintTemplate } from '../../../../contract/contact/template-lint.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { placesOf } from '../../../platform/auth/places.js';
import { checkVersion, insertNew, lockOne, saveChanges } from '../../../platform/db/changes.js';
import { ClientRequest } from '../../../platform/db/client-request.js';
import { Ids } from '../../../platform/db/ids.js';
import { sql } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../../platform/http/app-error.js';
import { Queue } from '../../../domain/queues/queue.entity.js';
import { MessageTemplate } from '../../../domain/messages/compose/message-template.entity.js';
import { limitsIn } from '../../../domain/messages/message.rules.js';
import { limitsOf, type LimitsRecord } from '../../../domain/messages/message.sql.js';
import { infoOf } from '../../../domain/messages/compose/template.rules.js';

type Saved = { id: number };

/** Administrators' commands on templates. A queued message keeps the text that was made for it. */
@Injectable()
export class TemplatesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /** @throws template.notFound, entity.changed, institution.notFound, request.reused, and what `checkTexts` and `lint` throw */
  async save(actor: Actor, { id, version, clientRequestId, ...form }: TemplateChange): Promise<Saved> {
    if (!actor.institutionIds.includes(form.institutionId))
      throw fieldError('institution.notFound', 'institutionId');
    checkTexts(form.texts);
    const newId = await this.ids.take();
    return this.once(actor, 'template', clientRequestId, { id, version, ...form }, async (tx) => {
      if (id !== undefined) return change(tx, actor, { id, version }, form);
      const made = { ...form, id: newId, enabled: false, updatedBy: actor.userId, updatedAt: tx.now };
      const changes = await insertNew(tx, MessageTemplate, made);
      tx.emit('template.created', { ...refOf(actor, made), changes });
      return { id: newId };
    });
  }

  /** Only a template that passes the linter is offered. @throws template.notFound, entity.changed, request.reused, and what `lint` throws */
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
    sql`t.id = ${id} AND ${placesOf(actor, sql`t.institution_id`)}`,
  );
  if (!template) throw new AppError('template.notFound');
  checkVersion(template, version, infoOf(template));
  if (said.enabled ?? template.enabled) await lint(tx, { ...template, ...said });
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

/** Checks a template that senders are offered. @throws the rules of contract/contact/template-lint.ts, naming field and place */
async function lint(tx: Tx, { institutionId, channel, texts }: MessageTemplate): Promise<void> {
  const [[limits]] = await tx.read<[LimitsRecord]>(limitsOf(institutionId));
  const [finding] = lintTemplate(texts, channel, limitsIn(limits));
  if (!finding) return;
  const { field, rule, ...params } = finding;
  throw fieldError(rule, field, { ...params, text: LANGUAGE_NAMES[field.slice(-2) as Language] });
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
