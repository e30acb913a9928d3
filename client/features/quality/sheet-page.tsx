import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { QualitySheetForm, type QualitySheetRow } from '../../../contract/supervision/quality';
import { usePlaceOptions } from '../../api/institutions-api';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { EntityPage } from '../../ui/entity-form/entity-page';
import { fieldsOf, groupsOf } from '../../ui/entity-form/fields';
import { useDraft } from '../../ui/entity-form/use-draft';
import { flat, nested, type Version } from '../../ui/entity-form/values';
import { useQualitySheetQuery, useSaveQualitySheetMutation } from './quality-api';

const GROUPS = groupsOf(QualitySheetForm, {
  sheet: { institutionId: { kind: 'choice' }, name: {}, questions: { kind: 'area' } },
  rule: { perDay: {}, minSeconds: {}, enabled: {} },
});
const FIELDS = fieldsOf(GROUPS);
const NEW = { name: null, questions: null, perDay: 2, minSeconds: 30, enabled: true } as const;

/** Questions that inspectors answer about a call, and how many calls of a day are drawn. */
export function Component() {
  const { id } = useParams();
  return <Editor id={id ? Number(id) : null} />;
}

function Editor({ id }: { id: number | null }) {
  const { t } = useTranslation('quality-sheets');
  const navigate = useNavigate();
  const { data: me } = useCurrentUserQuery();
  const answer = useQualitySheetQuery(id ?? 0, { skip: id === null });
  const [save] = useSaveQualitySheetMutation();
  const fresh = me && { version: 0, isNew: true, values: flat({ ...NEW, institutionId: me.institutionId }) };
  const draft = useDraft({
    schema: QualitySheetForm,
    fields: FIELDS,
    words: 'quality-sheets',
    options: usePlaceOptions(),
    inForce: id === null ? fresh : answer.data && versionOf(answer.data),
    readOnly: !useMay('quality:manage'),
    send: ({ version, values, clientRequestId }) =>
      save({
        ...QualitySheetForm.parse(nested(values)),
        clientRequestId,
        ...(id !== null && { id, version }),
      }),
    refetch: answer.refetch,
  });
  return (
    <EntityPage
      title={id === null ? t('quality-sheets:list.add') : (answer.data?.name ?? '')}
      back={{ to: '/quality/sheets', label: t('quality-sheets:list.title') }}
      answer={answer}
      draft={draft}
      groups={GROUPS}
      onSaved={() => void navigate('/quality/sheets')}
    />
  );
}

function versionOf(row: QualitySheetRow): Version {
  const values = flat(QualitySheetForm.parse(row));
  return { version: row.version, by: row.updatedBy, at: row.updatedAt, values };
}
