import { LANGUAGES } from '../../../../contract/codes.js';
import type { WaitingChange } from '../../../../contract/administration/approvals.js';
import type { TemplateForm, TemplateInfo } from '../../../../contract/contact/message-templates.js';
import type { MessageTemplate } from './message-template.entity.js';

/** The document of an approval: the template as it was seen, and its form; null: it is activated as it is. */
export interface ProposedTemplate {
  subject: string;
  version: number;
  form: TemplateForm | null;
}
interface Waiting {
  waiting: WaitingChange;
  document: ProposedTemplate;
}

export function infoOf(template: MessageTemplate, proposed?: Waiting, fromAbove = false): TemplateInfo {
  const { id, version, name, channel, institutionId, texts, enabled, updatedAt } = template;
  return {
    ...{ id, version, name, channel, institutionId, enabled, fromAbove },
    texts: { es: texts.es ?? null, en: texts.en ?? null, cn: texts.cn ?? null },
    languages: LANGUAGES.filter((language) => texts[language]),
    institutionName: template.institution?.name ?? '',
    updatedBy: template.modifier?.name ?? null,
    updatedAt: updatedAt.toISOString(),
    waiting: waitingOf(proposed),
  };
}

function waitingOf(proposed: Waiting | undefined): TemplateInfo['waiting'] {
  if (!proposed) return null;
  const { version, form } = proposed.document;
  return { ...proposed.waiting, version, form };
}
