import { useTranslation } from 'react-i18next';
import type { WebhookRow, WebhookState } from '../../../contract/administration/webhooks';
import { Tag, type Tone } from '../../ui/status-tag';

const TONES: Record<WebhookState, Tone> = {
  ...{ OFF: 'muted', NO_SECRET: 'warn', WAITING: 'warn' },
  ...{ SENDING: 'good', FAILING: 'bad' },
};

/** Whether it is sent to now, and else why not. */
export function WebhookTag({ row: { state } }: { row: Pick<WebhookRow, 'state'> }) {
  const { t } = useTranslation('webhooks');
  return <Tag tone={TONES[state]}>{t(`webhooks:state.${state}`)}</Tag>;
}
