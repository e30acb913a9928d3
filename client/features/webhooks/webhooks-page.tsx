import { useTranslation } from 'react-i18next';
import type { WebhookRow } from '../../../contract/administration/webhooks';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { webhookCalls } from './webhooks-api';
import { WebhookTag } from './webhook-tag';

const FILTERS: readonly Filter[] = [
  { name: 'name' },
  { name: 'institutionId', kind: 'choice' },
  { name: 'enabled', kind: 'choice', choices: ['1', '0'], words: 'webhooks:enabled' },
];

const COLUMNS: readonly Column<WebhookRow>[] = [
  { field: 'name', kind: 'name', width: 110, sortable: true },
  { field: 'state', width: 140, grow: 0, draw: (row) => <WebhookTag row={row} /> },
  { field: 'address', width: 130, draw: ({ address }) => new URL(address).host },
  { field: 'events', width: 180, lines: true, draw: (row) => <Events row={row} /> },
  { field: 'askedBy', width: 110 },
  { field: 'approvedBy', width: 110 },
  { field: 'failingSince', kind: 'time', width: 112, grow: 0 },
  { field: 'institutionName', width: 90 },
];

function Events({ row: { events } }: { row: WebhookRow }) {
  const { t } = useTranslation('webhooks');
  return <span>{events.map((event) => t(`webhooks:event.${event}`)).join(', ')}</span>;
}

/** Other systems that are told what happens. */
export function Component() {
  return (
    <ListPage<WebhookRow>
      id="webhooks"
      words="webhooks"
      useRows={webhookCalls.useList}
      filters={FILTERS}
      options={usePlaceOptions()}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      open={({ id }) => `/webhook/${id}`}
      primary={{ to: '/add/webhook', may: 'webhook:manage' }}
    />
  );
}
