import { Modal, Popconfirm } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKeyRow } from '../../../contract/administration/api-keys';
import { useMay } from '../../api/session-api';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
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
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

/** Gone with its secret when it is closed: a hidden dialog would keep it in the page. */
function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  return (
    <Modal
      open
      title={t('api-keys:secret.title')}
      okText={t('api-keys:secret.kept')}
      onOk={onClose}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      cancelButtonProps={{ hidden: true }}
    >
      <p>{t('api-keys:secret.once')}</p>
      <p className="figure">
        <code>{secret}</code> <CopyButton text={secret} what={t('api-keys:secret.title')} />
      </p>
      <p className="muted">
        {t('api-keys:secret.use')} <code>Authorization: Bearer …</code>
      </p>
    </Modal>
  );
}
