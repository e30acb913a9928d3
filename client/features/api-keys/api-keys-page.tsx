import { KEY_SCOPES, type ApiKeyRow } from '../../../contract/administration/api-keys';
import { businessDay } from '../../../contract/shared/date';
import { useTranslation } from 'react-i18next';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { useNow } from '../../state/clock';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { Tag } from '../../ui/status-tag';
import { apiKeyCalls } from './api-keys-api';

const FILTERS: readonly Filter[] = [
  { name: 'name' },
  { name: 'institutionId', kind: 'choice' },
  { name: 'enabled', kind: 'choice', choices: ['1', '0'], words: 'api-keys:enabled' },
];

const COLUMNS: readonly Column<ApiKeyRow>[] = [
  { field: 'name', kind: 'name', width: 120, sortable: true },
  { field: 'enabled', width: 112, grow: 0, draw: (row) => <State row={row} /> },
  { field: 'scopes', width: 150, lines: true, draw: (row) => <Scopes row={row} /> },
  { field: 'starts', width: 104, grow: 0 },
  { field: 'expiresOn', kind: 'day', width: 112, grow: 0, sortable: true },
  { field: 'issuedBy', width: 110 },
  { field: 'lastUsedAt', kind: 'time', width: 112, grow: 0 },
  { field: 'lastAddress', width: 110, grow: 0 },
  { field: 'institutionName', width: 90 },
];

/** Whether it opens anything now, and else why not. */
function State({ row: { enabled, starts, expiresOn } }: { row: ApiKeyRow }) {
  const { t } = useTranslation('api-keys');
  const isOver = expiresOn < businessDay(new Date(useNow()));
  const state = !enabled ? 'OFF' : starts === null ? 'NO_SECRET' : isOver ? 'OVER' : 'LIVE';
  return <Tag tone={state === 'LIVE' ? 'good' : 'muted'}>{t(`api-keys:state.${state}`)}</Tag>;
}

function Scopes({ row: { scopes } }: { row: ApiKeyRow }) {
  const { t } = useTranslation('api-keys');
  const named = KEY_SCOPES.filter((scope) => scopes.includes(scope));
  return <span>{named.map((scope) => t(`api-keys:scope.${scope}`)).join(', ')}</span>;
}

/** The keys with which other programs call. */
export function Component() {
  return (
    <ListPage<ApiKeyRow>
      id="api-keys"
      words="api-keys"
      useRows={apiKeyCalls.useList}
      filters={FILTERS}
      options={usePlaceOptions()}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      open={({ id }) => `/apiKey/${id}`}
      primary={{ to: '/add/apiKey', may: 'apiKey:manage' }}
    />
  );
}
