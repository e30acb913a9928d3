import './institutions.css';
import { useTranslation } from 'react-i18next';
import { PLACE_STATES, type InstitutionRow } from '../../../contract/administration/institutions';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { useRelease } from '../../domain/users/use-release';
import { useStopContact } from '../../domain/stops/use-stop-contact';
import { InstitutionTree } from './institution-tree';
import { institutionCalls, useSetInstitutionStatusMutation } from './institutions-manage-api';
import { PlaceStatus } from './place-status';

const FILTERS: readonly Filter[] = [
  { name: 'name' },
  { name: 'code' },
  { name: 'parentId', kind: 'choice' },
  { name: 'status', kind: 'choice', choices: PLACE_STATES, words: 'institutions:status' },
];

const COLUMNS: readonly Column<InstitutionRow>[] = [
  { field: 'name', kind: 'name', width: 160, sortable: true },
  { field: 'code', width: 100, sortable: true },
  { field: 'parentName', width: 120 },
  { field: 'enabled', width: 96, grow: 0, draw: ({ enabled }) => <PlaceStatus enabled={enabled} /> },
  { field: 'below', kind: 'count', width: 80 },
  { field: 'groupCount', kind: 'count', width: 80 },
  { field: 'userCount', kind: 'count', width: 80 },
];

/** The institutions as a tree, and as a list that can be searched. */
export function Component() {
  const { t } = useTranslation('institutions');
  const stop = useStopContact<InstitutionRow>('INSTITUTION');
  const [set] = useSetInstitutionStatusMutation();
  const release = useRelease();
  const places = usePlaceOptions();
  const acts: readonly RowAction<InstitutionRow>[] = [
    {
      id: 'close',
      may: 'institution:manage',
      when: ({ enabled }) => enabled,
      ask: true,
      danger: true,
      about: ({ groupCount, userCount }) =>
        t('institutions:holds', { groups: groupCount, people: userCount }),
      act: ({ id, name, version }) =>
        release(name, (all) => set({ id, version, enabled: false, release: all })),
    },
    {
      id: 'open',
      may: 'institution:manage',
      when: ({ enabled }) => !enabled,
      act: ({ id, version }) => set({ id, version, enabled: true }),
    },
    stop.act,
  ];
  return (
    <div className="institutions">
      {stop.dialog}
      <aside className="card institutions-tree">
        <InstitutionTree />
      </aside>
      <ListPage
        id="institutions"
        words="institutions"
        useRows={institutionCalls.useList}
        filters={FILTERS}
        options={() => ({ parentId: places().institutionId })}
        columns={COLUMNS}
        rowId={({ id }) => String(id)}
        open={({ id }) => `/institutionalManagement/institution/${id}`}
        acts={acts}
        primary={{ to: '/institutionalManagement/add', may: 'institution:manage' }}
      />
    </div>
  );
}
