import { Popconfirm } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKeyRow } from '../../../contract/administration/api-keys';
import { useMay } from '../../api/session-api';
import { Button } from '../../ui/button';
import { SecretDialog } from '../../ui/secret-dialog';
import { useRenewApiKeyMutation } from './api-keys-api';

/** Makes the key's secret, and shows it this once. */
export function NewSecret({ row: { id, version, starts } }: { row: ApiKeyRow }) {
  const { t } = useTranslation('api-keys');
  const [renew, { isLoading }] = useRenewApiKeyMutation();
  const [secret, setSecret] = useState<string | null>(null);
  const may = useMay('apiKey:manage');
  const make = async () => {
    const { data } = await renew({ id, version });
    if (data) setSecret(data.secret);
  };
  if (!may) return null;
  return (
    <>
      {starts === null ? (
        <Button primary busy={isLoading} onClick={() => void make()}>
          {t('api-keys:secret.make')}
        </Button>
      ) : (
        <Popconfirm
          title={t('api-keys:secret.ask', { starts })}
          okText={t('api-keys:secret.renew')}
          cancelText={t('common:action.cancel')}
          onConfirm={() => void make()}
        >
          <Button busy={isLoading}>{t('api-keys:secret.renew')}</Button>
        </Popconfirm>
      )}
      {secret !== null && (
        <SecretDialog secret={secret} once={t('api-keys:secret.once')} onClose={() => setSecret(null)}>
          {t('api-keys:secret.use')} <code>Authorization: Bearer …</code>
        </SecretDialog>
      )}
    </>
  );
}
