import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DeliveryState, WebhookDelivery, WebhookRow } from '../../../contract/administration/webhooks';
import { Button } from '../../ui/button';
import { Time } from '../../ui/dates/time';
import { EmptyState } from '../../ui/states';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { Tag, type Tone } from '../../ui/status-tag';
import { useSendAgainMutation, useWebhookDeliveriesQuery } from './webhooks-api';

const TONES: Record<DeliveryState, Tone> = { SENT: 'good', FAILED: 'bad', WAITING: 'warn' };
/** Sending is not pushed. */
const AGAIN_MS = 10_000;

const COLUMNS: readonly SmallColumn<WebhookDelivery>[] = [
  { field: 'at', draw: ({ at }) => <Time value={at} /> },
  { field: 'events', kind: 'count' },
  {
    field: 'status',
    draw: ({ status }, t) => <Tag tone={TONES[status]}>{t(`webhooks:delivered.${status}`)}</Tag>,
  },
  { field: 'answer', draw: ({ answer }, t) => answer ?? t('webhooks:delivery.none') },
  { field: 'ms', draw: ({ ms }, t) => t('webhooks:delivery.took', { ms }) },
  { field: 'id', head: 'webhooks:deliveries.again', draw: (row) => <Again row={row} /> },
];

/** Requests of late, how each was answered, and the way to send it again. */
export function Deliveries({ row }: { row: WebhookRow | null }) {
  const { t } = useTranslation('webhooks');
  const webhookId = row?.id ?? 0;
  const { data } = useWebhookDeliveriesQuery(
    { webhookId },
    { skip: row === null, pollingInterval: AGAIN_MS, skipPollingIfUnfocused: true },
  );
  if (!row || !data) return null;
  return (
    <section className="card" aria-label={t('webhooks:deliveries.title')}>
      <h2>{t('webhooks:deliveries.title')}</h2>
      {data.totalCount === 0 ? (
        <EmptyState title={t('webhooks:deliveries.none')} />
      ) : (
        <SmallTable
          label="webhooks:deliveries.title"
          words="webhooks:delivery"
          columns={COLUMNS}
          rows={data.result}
          rowKey={({ id }) => id}
        />
      )}
    </section>
  );
}

function Again({ row: { id, status } }: { row: WebhookDelivery }) {
  const { t } = useTranslation('webhooks');
  const { message } = App.useApp();
  const [send, { isLoading }] = useSendAgainMutation();
  const again = async () => {
    if (!(await send({ deliveryId: id })).error) void message.success(t('webhooks:deliveries.asked'));
  };
  if (status === 'WAITING') return null;
  return (
    <Button small quiet busy={isLoading} onClick={() => void again()}>
      {t('webhooks:deliveries.again')}
    </Button>
  );
}
