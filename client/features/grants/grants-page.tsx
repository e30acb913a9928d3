import '../../ui/entity-form/entity-form.css';
import '../../ui/list-page/list-page.css';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ROLES, type Role } from '../../../contract/codes';
import type { GrantsInfo } from '../../../contract/administration/grants';
import { useCurrentUserQuery } from '../../api/session-api';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { useCommands } from '../../lib/keyboard/commands';
import { SHORTCUTS, useShortcut } from '../../lib/keyboard/shortcuts';
import { useUnsaved } from '../../lib/unsaved';
import { Button } from '../../ui/button';
import { GenericSelect } from '../../ui/generic-select';
import { LeaveDialog } from '../../ui/leave-dialog';
import { PageHeader } from '../../ui/page-header';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { useGrantsQuery } from './grants-api';
import { Matrix } from './matrix';
import { SeenAsDialog } from './seen-as-dialog';
import { type GrantsDraft, useGrantsDraft } from './use-grants-draft';
import { WaitingRights } from './waiting-rights';

/** Rights of the roles in an institution, side by side. The address names the institution. */
export function Component() {
  const { t } = useTranslation('grants');
  const [search, setSearch] = useSearchParams();
  const { data: me } = useCurrentUserQuery();
  const { institutionId: institutions } = usePlaceOptions()();
  const institutionId = Number(search.get('institutionId')) || me?.institutionId;
  const [wanted, setWanted] = useState('');
  return (
    <div className="page grants-page">
      <PageHeader title={t('grants:title')} />
      <div className="list-filters">
        <GenericSelect<number>
          label={t('grants:field.institutionId')}
          choices={institutions}
          value={institutionId}
          clearable={false}
          onChange={(id) => setSearch({ institutionId: String(id) })}
        />
        <Input
          allowClear
          aria-label={t('grants:search.label')}
          placeholder={t('grants:search.label')}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      </div>
      {institutionId && <Grants key={institutionId} institutionId={institutionId} search={wanted} />}
    </div>
  );
}

function Grants({ institutionId, search }: { institutionId: number; search: string }) {
  const of = {
    member: useGrantsQuery({ institutionId, role: 'member' }),
    leader: useGrantsQuery({ institutionId, role: 'leader' }),
    supervisor: useGrantsQuery({ institutionId, role: 'supervisor' }),
    admin: useGrantsQuery({ institutionId, role: 'admin' }),
  } satisfies Record<Role, unknown>;
  const answers = ROLES.map((role) => of[role]);
  const infos = answers.flatMap(({ data }) => data ?? []);
  const failed = answers.find(({ error, data }) => error && !data);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (infos.length < ROLES.length) return <PanelSkeleton lines={12} />;
  const reread = async (role: Role) => (await of[role].refetch()).data;
  return <Sheet infos={infos} search={search} reread={reread} />;
}

interface SheetProps {
  infos: readonly GrantsInfo[];
  search: string;
  reread: (role: Role) => Promise<GrantsInfo | undefined>;
}

function Sheet({ infos, search, reread }: SheetProps) {
  const { t } = useTranslation(['grants', 'codes']);
  const draft = useGrantsDraft(infos, reread);
  const [sees, setSees] = useState<Role | null>(null);
  const { institutionId, editable } = infos[0]!;
  return (
    <>
      <p className="grants-above">
        {ROLES.map((role) => (
          <Button key={role} small onClick={() => setSees(role)}>
            {t('grants:see-as.role', { role: t(`codes:role.${role}`) })}
          </Button>
        ))}
        {!editable && <span className="muted">{t('grants:not-below')}</span>}
      </p>
      {infos.map(({ role, waiting }) => waiting && <WaitingRights key={role} waiting={waiting} />)}
      <form
        className="grants-form"
        aria-label={t('grants:title')}
        onSubmit={(event) => {
          event.preventDefault();
          void draft.save();
        }}
      >
        <Matrix infos={infos} draft={draft} search={search} />
        {editable && <Foot draft={draft} />}
      </form>
      {sees && <SeenAsDialog place={{ institutionId, role: sees }} onClose={() => setSees(null)} />}
      <LeaveDialog when={draft.count > 0} />
    </>
  );
}

function Foot({ draft: { count, saving, refusal, save, discard } }: { draft: GrantsDraft }) {
  const { t } = useTranslation(['grants', 'forms']);
  const may = count > 0 && !saving;
  useUnsaved(count > 0);
  useShortcut(SHORTCUTS.save, () => void save(), true);
  useCommands(
    may
      ? [
          { id: 'grants-save', label: t('forms:save'), keys: SHORTCUTS.save, act: () => void save() },
          { id: 'grants-discard', label: t('forms:discard'), act: discard },
        ]
      : [],
  );
  return (
    <footer className="entity-foot">
      {refusal && (
        <span role="alert" className="entity-wrong">
          {refusal}
        </span>
      )}
      <span role="status" className="entity-count">
        {count > 0 ? t('forms:changes', { count }) : t('forms:unchanged')}
      </span>
      <Button disabled={!may} onClick={discard}>
        {t('forms:discard')}
      </Button>
      <Button primary type="submit" disabled={!may} busy={saving}>
        {t('forms:save')}
      </Button>
    </footer>
  );
}
