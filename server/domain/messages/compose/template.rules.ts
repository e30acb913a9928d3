import { LANGUAGES } from '../../../../contract/codes.js';
import type { TemplateInfo } from '../../../../contract/contact/message-templates.js';
import type { MessageTemplate } from './message-template.entity.js';

export function infoOf(template: MessageTemplate): TemplateInfo {
  const { id, version, name, channel, institutionId, texts, enabled, updatedAt } = template;
  return {
    ...{ id, version, name, channel, institutionId, enabled },
    texts: { es: texts.es ?? null, en: texts.en ?? null, cn: texts.cn ?? null },
    languages: LANGUAGES.filter((language) => texts[language]),
    institutionName: template.institution?.name ?? '',
    updatedBy: template.modifier?.name ?? null,
    updatedAt: updatedAt.toISOString(),
  };
}
