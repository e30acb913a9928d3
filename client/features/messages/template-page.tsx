import { TemplateForm, type TemplateInfo } from '../../../contract/contact/message-templates';
import type { SendChannel } from '../../../contract/contact/message-texts';
import { DEFAULT_LIMITS } from '../../../contract/contact/messages';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { entityScreen } from '../../ui/entity-form/entity-screen';
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
  title: ({ name }) => name,
  blank: ({ institutionId }) => ({
    ...{ name: null, channel: 'SMS', institutionId },
    texts: { es: null, en: null, cn: null },
  }),
  Extra: ({ row }: { row: TemplateInfo }) => <TemplateTag enabled={row.enabled} />,
  Aside,
});

function Aside({ draft: { values } }: { draft: FormState }) {
  const limits = templateCalls.useList({ page: 1, size: 1 }).data?.limits ?? DEFAULT_LIMITS;
  const text = (language: string) => String(values[`texts.${language}`] ?? '');
  const texts = { es: text('es'), en: text('en'), cn: text('cn') };
  const shown = { texts, limits, channel: values['channel'] as SendChannel };
  return (
    <>
      <TemplateFindings {...shown} />
      <TemplatePreview {...shown} />
    </>
  );
}
