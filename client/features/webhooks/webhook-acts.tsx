import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WebhookRow } from '../../../contract/administration/webhooks';
import { useCurrentUserQuery } from '../../api/session-api';
import { Button } from '../../ui/button';
import { SecretDialog } from '../../ui/secret-dialog';
import { useApproveWebhookMutation, useRenewWebhookMutation } from './webhooks-api';
import { WebhookTag } from './webhook-tag';

/** Makes its secret, and approves what another administrator has chosen. */
export function WebhookActs({ row }: { row: WebhookRow }) {
  const { t } = useTranslation('webhooks');
  const { modal, message } = App.useApp();
  const me = useCurrentUserQuery().data?.name;
  const [renew, { isLoading: isRenewing }] = useRenewWebhookMutation();
  const [approve, { isLoading: isApproving }] = useApproveWebhookMutation();
  const [secret, setSecret] = useState<string | null>(null);
  const { id, version, starts, address, events, isPrivate, approvedBy, askedBy } = row;
  const cancelText = t('common:action.cancel');
  const make = async () => {
    const words = { okText: t('webhooks:secret.renew'), cancelText };
    if (starts && !(await modal.confirm({ title: t('webhooks:secret.ask', { starts }), ...words }))) return;
    const { data } = await renew({ id, version });
    if (data) setSecret(data.secret);
  };
  const agree = async () => {
    const title = t('webhooks:act.approve-ask', { count: events.length, host: new URL(address).host });
    const words = { okText: t('webhooks:act.approve'), cancelText };
    const content = isPrivate ? t('webhooks:act.approve-private') : null;
    if (!(await modal.confirm({ title, content, ...words }))) return;
    if (!(await approve({ id, version })).error) void message.success(t('webhooks:act.approved'));
  };
  return (
    <>
      <WebhookTag row={row} />
      <Button primary={starts === null} busy={isRenewing} onClick={() => void make()}>
        {t(starts === null ? 'webhooks:secret.make' : 'webhooks:secret.renew')}
      </Button>
      {approvedBy === null && askedBy !== me && (
        <Button primary={starts !== null} busy={isApproving} onClick={() => void agree()}>
          {t('webhooks:act.approve')}
        </Button>
      )}
      {secret !== null && (
        <SecretDialog secret={secret} once={t('webhooks:secret.once')} onClose={() => setSecret(null)}>
          {t('webhooks:secret.use')} <code>x-timestamp</code>, <code>x-signature</code>
        </SecretDialog>
      )}
    </>
  );
}
