import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { BIND_STATES, SOFTPHONE_STATES, type SoftphoneInfo } from '../../../contract/contact/softphones';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { useOperateSoftphoneMutation, softphoneCalls } from '../../domain/softphones/softphones-api';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';

const FILTERS: readonly Filter[] = [
  { name: 'extensionNumber' },
  { name: 'supplier' },
  { name: 'agent' },
  { name: 'institutionId', kind: 'choice' },
  { name: 'status', kind: 'choice', choices: SOFTPHONE_STATES, words: 'softphones:status' },
  { name: 'bound', kind: 'choice', choices: BIND_STATES, words: 'softphones:bound' },
];

const COLUMNS: readonly Column<SoftphoneInfo>[] = [
  { field: 'extensionNumber', kind: 'name', width: 120, sortable: true },
  { field: 'supplier', width: 100 },
  { field: 'provider', width: 110 },
  { field: 'callerNumber', width: 142, grow: 0 },
  { field: 'agent', width: 160 },
  {
    field: 'status',
    kind: 'code',
    words: 'softphones:status',
    width: 110,
    grow: 0,
    tone: ({ status }) => (status === 'ENABLED' ? 'good' : 'muted'),
  },
  { field: 'boundAt', kind: 'time', width: 130, grow: 0 },
  { field: 'unboundAt', kind: 'time', width: 130, grow: 0 },
  { field: 'institutionName', width: 120 },
];

/** The softphones of the house, and who has each. */
export function Component() {
  const { t } = useTranslation('softphones');
  const navigate = useNavigate();
  const [operate] = useOperateSoftphoneMutation();
  const acts: readonly RowAction<SoftphoneInfo>[] = [
    {
      id: 'bind',
      may: 'softphone:manage',
      when: ({ agentId, status }) => agentId === null && status === 'ENABLED',
      opens: ([phone]) => phone && void navigate(`/softPhone/${phone.id}`),
    },
    {
      id: 'unbind',
      may: 'softphone:manage',
      when: ({ agentId }) => agentId !== null,
      ask: true,
      many: true,
      act: ({ id, version }) => operate({ id, version, act: 'unbind' }),
    },
    {
      id: 'disable',
      may: 'softphone:manage',
      when: ({ status }) => status === 'ENABLED',
      ask: true,
      danger: true,
      many: true,
      act: ({ id, version }) => operate({ id, version, act: 'disable' }),
    },
    {
      id: 'enable',
      may: 'softphone:manage',
      when: ({ status }) => status === 'DISABLED',
      many: true,
      act: ({ id, version }) => operate({ id, version, act: 'enable' }),
    },
  ];
  return (
    <ListPage
      id="softphones"
      words="softphones"
      useRows={softphoneCalls.useList}
      filters={FILTERS}
      options={usePlaceOptions()}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      open={({ id }) => `/softPhone/${id}`}
      acts={acts}
      primary={{ to: '/add/softPhone', may: 'softphone:manage' }}
      above={() => (
        <p className="list-above">
          <Link to="/softPhone/upload">{t('softphones:upload.title')}</Link>
        </p>
      )}
    />
  );
}
