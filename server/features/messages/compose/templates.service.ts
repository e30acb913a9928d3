import { Injectable } from '@nestjs/common';
import {
  TemplateChange,
  type TemplateForm,
  type TemplateStatus,
} from '../../../../contract/contact/message-templates.js';
import { LANGUAGE_NAMES, type Language } from '../../../../contract/codes.js';
import { freeParamsOf, problemsIn } from '../../../../contract/contact/message-texts.js';
import { lintTemplate } from '../../../../contract/contact/message-template-lint.js';
import { askFor } from '../../../domain/approvals/approval.writes.js';
import type { Approval } from '../../../domain/approvals/approval.entity.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { changesOf } from '../../../platform/db/changes.js';
import { ConfiguredEntity, type Saved, type Saving } from '../../../platform/db/configured-entity.js';
import type { Tx } from '../../../platform/db/unit-of-work.js';
import { fieldError } from '../../../platform/http/app-error.js';
import { Queue } from '../../../domain/queues/queue.entity.js';
import { MessageTemplate } from '../../../domain/messages/compose/message-template.entity.js';
import { limitsIn } from '../../../domain/messages/message.rules.js';
import { limitsOf, type LimitsRecord } from '../../../domain/messages/message.sql.js';
import { infoOf, type ProposedTemplate } from '../../../domain/messages/compose/template.rules.js';

type Template = MessageTemplate;

/**
 * Administrators' commands on templates. What borrowers are sent is approved by a second administrator: a template that is
 * activated, and another text of an active one, which goes on as it is meanwhile. A queued message keeps the text that was made for it.
 */
@Injectable()
export class TemplatesService extends ConfiguredEntity<Template, TemplateForm> {
  readonly entity = MessageTemplate;
  readonly noun = 'template';
  protected readonly input = TemplateChange;
  protected readonly notFound = 'template.notFound';

  /**
   * Only a template that passes the linter is offered.
   *
   * @throws template.notFound, entity.changed, approval.stands, request.reused, and what `lint` throws
   */
  override setStatus(actor: Actor, { clientRequestId, ...input }: TemplateStatus): Promise<Saved> {
    const { enabled, ...ref } = input;
    return this.uow.once(actor, ['templateStatus', clientRequestId, input], async (tx) => {
      const template = await this.lock(tx, actor, ref);
      if (enabled && !template.enabled) {
        await lint(tx, template);
        return { id: ref.id, approvalId: await this.askFor(tx, actor, template, null) };
      }
      await this.write(tx, actor, template, { enabled });
      return { id: ref.id, approvalId: null };
    });
  }

  /** Part of a second administrator's approval. @throws entity.changed, and what `lint` and `checkReminder` throw */
  async carryOut(tx: Tx, actor: Actor, { subjectId, document }: Approval): Promise<void> {
    const { version, form } = document as ProposedTemplate;
    const row = await this.lock(tx, actor, { id: subjectId!, version });
    await lint(tx, { ...row, ...form });
    const columns = form ? await this.columns(tx, form, { actor, id: row.id, row }) : { enabled: true };
    await this.write(tx, actor, row, columns);
  }

  /** @throws what `columns` throws, approval.stands */
  protected override async asks(
    tx: Tx,
    form: TemplateForm,
    saving: Saving<Template>,
  ): Promise<number | null> {
    const { actor, row } = saving;
    if (!row?.enabled) return null;
    const { name: _, ...changes } = changesOf(infoOf(row), form);
    if (Object.keys(changes).length === 0) return null;
    await this.columns(tx, form, saving);
    return this.askFor(tx, actor, row, form);
  }

  private async askFor(tx: Tx, actor: Actor, template: Template, form: TemplateForm | null): Promise<number> {
    const { id: subjectId, name: subject, version, institutionId } = template;
    const id = await this.ids.take();
    const document: ProposedTemplate = { subject, version, form };
    await askFor(tx, actor, {
      ...{ id, kind: 'TEMPLATE_ACTIVE', institutionId, subjectId, reason: '', document },
    });
    return id;
  }

  /** @throws what `checkTexts`, `lint` and `checkReminder` throw */
  protected async columns(tx: Tx, form: TemplateForm, { row: template }: Saving<Template>) {
    checkTexts(form.texts);
    if (!template) return { ...form, enabled: false };
    if (template.enabled) await lint(tx, { ...template, ...form });
    await checkReminder(tx, template.id, form.texts);
    return form;
  }

  protected inForce(template: Template) {
    return infoOf(template);
  }
}

/** @throws template.placeholder, template.unfilled, template.formats, template.differs naming field and parameter */
function checkTexts(texts: TemplateForm['texts'] | MessageTemplate['texts']): void {
  const [problem] = problemsIn(texts);
  if (problem) throw fieldError(problem.rule, problem.field, { param: problem.param });
}

/** Checks a template that senders are offered. @throws the rules of contract/contact/message-template-lint.ts, naming field and place */
async function lint(tx: Tx, { institutionId, channel, texts }: MessageTemplate): Promise<void> {
  const [limits] = await tx.read<[LimitsRecord]>(limitsOf(institutionId));
  const [finding] = lintTemplate(texts, channel, limitsIn(limits));
  if (!finding) return;
  const { field, rule, ...params } = finding;
  throw fieldError(rule, field, { ...params, text: LANGUAGE_NAMES[field.slice(-2) as Language] });
}

/** By a text that a queue reminds with nobody is there to fill anything in. @throws template.unfilled */
async function checkReminder(tx: Tx, id: number, { es }: TemplateForm['texts']): Promise<void> {
  const [param] = freeParamsOf(es);
  if (!param || !(await tx.manager.existsBy(Queue, { reminderTemplateId: id }))) return;
  throw fieldError('template.unfilled', 'texts.es', { param: param.name });
}
