import {
  TemplateForm,
  type TemplateInfo,
  type WaitingTemplate,
} from '../../../contract/contact/message-templates';
import type { SendChannel } from '../../../contract/contact/message-texts';
import { DEFAULT_LIMITS } from '../../../contract/contact/messages';
import { useTranslation } from 'react-i18next';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { entityScreen } from '../../ui/entity-form/entity-screen';
import { flat } from '../../ui/entity-form/values';
import { WaitingCard, WaitingChange } from '../../domain/approvals/waiting-change';
import type { FormState } from '../../ui/entity-form/use-form-state';
import { TemplateFindings } from './template-findings';
import { TemplatePreview } from './template-preview';
import { TemplateTag } from './template-tag';
import { templateCalls } from './templates-api';

/** A text for borrowers in up to three languages, with what it will look like. */
export const Component = entityScreen({
  ...templateCalls,
  words: 'templates',
  schema: TemplateForm,
  layout: {
    template: { name: {}, channel: { words: 'messages:channels' }, institutionId: { kind: 'choice' } },
    texts: { 'texts.es': {}, 'texts.en': {}, 'texts.cn': {} },
  },
  may: 'template:manage',
  list: '/templates',
  useOptions: usePlaceOptions,
  isFixed: ({ fromAbove }) => fromAbove,
  // Its institution is none of the choices here, and is named beside the title.
  groupsFor: (groups, _, row) =>
    row?.fromAbove
      ? groups.map((group) => ({
          ...group,
          fields: group.fields.filter(({ name }) => name !== 'institutionId'),
        }))
      : groups,
  title: ({ name }) => name,
  blank: ({ institutionId }) => ({
    ...{ name: null, channel: 'SMS', institutionId },
    texts: { es: null, en: null, cn: null },
  }),
  Extra,
  Aside,
});

function Extra({ row }: { row: TemplateInfo }) {
  const { t } = useTranslation('templates');
  return (
    <>
      <TemplateTag of={row} />
      {row.fromAbove && (
        <span className="muted">{t('templates:from-above', { name: row.institutionName })}</span>
      )}
    </>
  );
}

function Aside({ row, draft }: { row: TemplateInfo | null; draft: FormState }) {
  const { values } = draft;
  const limits = templateCalls.useList({ page: 1, size: 1 }).data?.limits ?? DEFAULT_LIMITS;
  const text = (language: string) => String(values[`texts.${language}`] ?? '');
  const texts = { es: text('es'), en: text('en'), cn: text('cn') };
  const shown = { texts, limits, channel: values['channel'] as SendChannel };
  return (
    <>
      {row?.waiting && <Waiting waiting={row.waiting} draft={draft} />}
      <TemplateFindings {...shown} />
      <TemplatePreview {...shown} />
    </>
  );
}

/** Its activation as it is, or other texts, which the second administrator reads here. */
function Waiting({ waiting, draft: { fields, base } }: { waiting: WaitingTemplate; draft: FormState }) {
  const { t } = useTranslation('templates');
  const { form } = waiting;
  if (form)
    return (
      <WaitingChange waiting={waiting} inForce={base} fields={fields} values={flat(form)} words="templates" />
    );
  return (
    <WaitingCard waiting={waiting} isStale={waiting.version !== base.version}>
      <p>{t('templates:waits.activation')}</p>
    </WaitingCard>
  );
}
