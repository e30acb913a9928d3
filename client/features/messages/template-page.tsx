import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { TemplateForm, type TemplateInfo } from '../../../contract/contact/message-templates';
import type { SendChannel } from '../../../contract/contact/message-texts';
import { DEFAULT_LIMITS } from '../../../contract/contact/messages';
import { usePlaceOptions } from '../../api/institutions-api';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { EntityPage } from '../../ui/entity-form/entity-page';
import { fieldsOf, groupsOf } from '../../ui/entity-form/fields';
import { type Draft, useDraft } from '../../ui/entity-form/use-draft';
import { flat, nested, type Version } from '../../ui/entity-form/values';
import { TemplateFindings } from './template-findings';
import { TemplatePreview } from './template-preview';
import { TemplateTag } from './template-tag';
import { useSaveTemplateMutation, useTemplatesQuery } from './templates-api';

const GROUPS = groupsOf(TemplateForm, {
  template: { name: {}, channel: { words: 'messages:channels' }, institutionId: { kind: 'choice' } },
  texts: { 'texts.es': {}, 'texts.en': {}, 'texts.cn': {} },
});
const FIELDS = fieldsOf(GROUPS);

const NEW = { name: null, channel: 'SMS', 'texts.es': null, 'texts.en': null, 'texts.cn': null } as const;

function versionOf({ version, updatedBy, updatedAt, languages: _, ...info }: TemplateInfo): Version {
  return { version, by: updatedBy, at: updatedAt, values: flat(info) };
}

/** A text for borrowers in up to three languages, with what it will look like. Without an id in the address a new one. */
export function Component() {
  const { id } = useParams();
  return <Template id={id ? Number(id) : null} />;
}

function Template({ id }: { id: number | null }) {
  const { t } = useTranslation(['templates', 'messages']);
  const navigate = useNavigate();
  const { data: me } = useCurrentUserQuery();
  // A new one asks for the limits.
  const answer = useTemplatesQuery(id === null ? { page: 1, size: 1 } : { templateId: id });
  const row = id === null ? undefined : answer.data?.result[0];
  const [save] = useSaveTemplateMutation();
  const fresh = me && { version: 0, isNew: true, values: { ...NEW, institutionId: me.institutionId } };
  const draft = useDraft({
    schema: TemplateForm,
    fields: FIELDS,
    words: 'templates',
    options: usePlaceOptions(),
    inForce: id === null ? fresh : row && versionOf(row),
    readOnly: !useMay('template:manage'),
    send: ({ version, values, clientRequestId }) =>
      save({ ...TemplateForm.parse(nested(values)), clientRequestId, ...(id !== null && { id, version }) }),
    refetch: answer.refetch,
  });
  return (
    <EntityPage
      title={id === null ? t('templates:new.title') : (row?.name ?? '')}
      back={{ to: '/templates', label: t('templates:list.title') }}
      extra={row && <TemplateTag enabled={row.enabled} />}
      answer={answer}
      draft={draft}
      groups={GROUPS}
      aside={draft && <Preview draft={draft} limits={answer.data?.limits ?? DEFAULT_LIMITS} />}
      onSaved={() => void navigate('/templates')}
    />
  );
}

function Preview({ draft: { values }, limits }: { draft: Draft; limits: typeof DEFAULT_LIMITS }) {
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
