import '../../ui/list-page/list-page.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ROLES, type Role } from '../../../contract/codes';
import { GrantsForm, type GrantsInfo, type GrantsQuery } from '../../../contract/administration/grants';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { useCurrentUserQuery } from '../../api/session-api';
import { Button } from '../../ui/button';
import { EntityForm } from '../../ui/entity-form/entity-form';
import { fieldsOf, groupsOf } from '../../ui/entity-form/fields';
import { useFormState } from '../../ui/entity-form/use-form-state';
import type { Version } from '../../ui/entity-form/values';
import { GenericSelect } from '../../ui/generic-select';
import { PageHeader } from '../../ui/page-header';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { useChangeGrantsMutation, useGrantsQuery } from './grants-api';
import { SeenAsDialog } from './seen-as-dialog';
import { useAskAboutLosses } from './use-ask-about-losses';

const GROUPS = groupsOf(GrantsForm, {
  menu: { menu: { words: 'grants:menu' } },
  permissions: { permissions: { words: 'grants:permission' } },
});
const FIELDS = fieldsOf(GROUPS);

/** Rights of a role in an institution. The address names both. */
export function Component() {
  const { t } = useTranslation(['grants', 'codes']);
  const [search, setSearch] = useSearchParams();
  const { data: me } = useCurrentUserQuery();
  const { institutionId: institutions } = usePlaceOptions()();
  const institutionId = Number(search.get('institutionId')) || me?.institutionId;
  const role = ROLES.find((one) => one === search.get('role')) ?? 'member';
  const ask = (change: Record<string, string>) =>
    setSearch({ institutionId: String(institutionId), role, ...change });
  return (
    <div className="page">
      <PageHeader title={t('grants:title')} />
      <div className="list-filters">
        <GenericSelect<number>
          label={t('grants:field.institutionId')}
          choices={institutions}
          value={institutionId}
          clearable={false}
          onChange={(id) => ask({ institutionId: String(id) })}
        />
        <GenericSelect<Role>
          label={t('grants:field.role')}
          choices={ROLES.map((value) => ({ value, label: t(`codes:role.${value}`) }))}
          value={role}
          clearable={false}
          onChange={(next) => ask({ role: next ?? role })}
        />
      </div>
      {institutionId && <Grants key={`${institutionId} ${role}`} institutionId={institutionId} role={role} />}
    </div>
  );
}

function versionOf({ version, updatedBy, updatedAt, permissions, menu }: GrantsInfo): Version {
  return { version, by: updatedBy, at: updatedAt, values: { permissions, menu } };
}

function Grants(place: GrantsQuery) {
  const { t } = useTranslation('grants');
  const answer = useGrantsQuery(place);
  const { data } = answer;
  const [change] = useChangeGrantsMutation();
  const agreesTo = useAskAboutLosses();
  const [sees, setSees] = useState(false);
  const form = useFormState({
    schema: GrantsForm,
    fields: FIELDS,
    words: 'grants',
    options: () => ({
      permissions: (data?.offered.permissions ?? []).map((value) => ({
        value,
        label: t(`grants:permission.${value.replace(':', '.')}`),
      })),
      menu: (data?.offered.menu ?? []).map((value) => ({ value, label: t(`grants:menu.${value}`) })),
    }),
    inForce: data && versionOf(data),
    readOnly: !data?.editable,
    send: async ({ version, values, clientRequestId }) => {
      const wish = { ...place, ...GrantsForm.parse(values) };
      if (!(await agreesTo(wish))) return { error: 'kept' };
      return change({ ...wish, version, clientRequestId });
    },
    refetch: answer.refetch,
  });
  if (!form)
    return answer.error ? (
      <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <PanelSkeleton lines={12} />
    );
  return (
    <>
      <p className="list-above">
        <Button onClick={() => setSees(true)}>{t('grants:see-as.act')}</Button>{' '}
        {form.readOnly && <span className="muted">{t('grants:not-below')}</span>}
      </p>
      <EntityForm label={t('grants:title')} draft={form} groups={GROUPS} />
      {sees && <SeenAsDialog place={place} onClose={() => setSees(false)} />}
    </>
  );
}
