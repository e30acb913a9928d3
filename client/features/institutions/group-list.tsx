import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupRow, InstitutionInfo } from '../../../contract/administration/institutions';
import { useMay } from '../../api/session-api';
import { newRequestId } from '../../lib/request-id';
import { Button } from '../../ui/button';
import { ActionDialog } from '../../ui/list-page/action-dialog';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { useChangeGroupMutation, useSetGroupStatusMutation } from './institutions-manage-api';
import { PlaceStatus } from './place-status';

const LONGEST_NAME = 80;

const COLUMNS: readonly SmallColumn<GroupRow>[] = [
  { field: 'name' },
  { field: 'userCount', kind: 'count' },
  { field: 'enabled', draw: ({ enabled }) => <PlaceStatus enabled={enabled} /> },
];

/** The groups of an institution: added, renamed, closed and opened again. */
export function GroupList({ institution: { id: institutionId, groups } }: { institution: InstitutionInfo }) {
  const { t } = useTranslation(['institutions', 'forms']);
  const mayManage = useMay('institution:manage');
  const [edited, setEdited] = useState<{ group: GroupRow | null; clientRequestId: string } | null>(null);
  const [change] = useChangeGroupMutation();
  const [set] = useSetGroupStatusMutation();
  const ask = (group: GroupRow | null) => setEdited({ group, clientRequestId: newRequestId() });
  const acts: SmallColumn<GroupRow> = {
    field: 'id',
    head: 'institutions:group.acts',
    draw: (group) => (
      <>
        <Button small quiet onClick={() => ask(group)}>
          {t('institutions:group.rename')}
        </Button>
        <Button
          small
          quiet
          onClick={() => void set({ id: group.id, version: group.version, enabled: !group.enabled })}
        >
          {t(group.enabled ? 'institutions:act.close' : 'institutions:act.open')}
        </Button>
      </>
    ),
  };
  return (
    <section className="card" aria-label={t('institutions:group.groups.title')}>
      <div className="card-head">
        <h2>{t('institutions:group.groups.title')}</h2>
        {mayManage && (
          <Button small onClick={() => ask(null)}>
            {t('institutions:group.add')}
          </Button>
        )}
      </div>
      {groups.length === 0 && <p className="card-hint muted">{t('institutions:group.none')}</p>}
      <SmallTable
        label="institutions:group.groups.title"
        words="institutions:column"
        columns={mayManage ? [...COLUMNS, acts] : COLUMNS}
        rows={groups}
        rowKey={({ id }) => id}
      />
      {edited && (
        <ActionDialog
          title={edited.group ? t('institutions:group.rename') : t('institutions:group.add')}
          label={t('forms:save')}
          danger={false}
          words="institutions"
          needs={[{ name: 'name', most: LONGEST_NAME }]}
          about={edited.group?.name}
          submit={async ({ name = '' }) => {
            const { group, clientRequestId } = edited;
            const of = group && { id: group.id, version: group.version };
            return (await change({ ...of, name, institutionId, clientRequestId })).error;
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}
