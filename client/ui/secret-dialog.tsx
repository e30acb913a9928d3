import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button';

interface SecretDialogProps {
  secret: string;
  /** Says what whoever has it can do. */
  once: string;
  /** How it is used. */
  children: ReactNode;
  onClose: () => void;
}

/** A secret that is shown this once. Gone with it when it is closed: a hidden dialog would keep it in the page. */
export function SecretDialog({ secret, once, children, onClose }: SecretDialogProps) {
  const { t } = useTranslation('common');
  return (
    <Modal
      open
      title={t('common:secret.title')}
      okText={t('common:secret.kept')}
      onOk={onClose}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      cancelButtonProps={{ hidden: true }}
    >
      <p>{once}</p>
      <p className="figure">
        <code>{secret}</code> <CopyButton text={secret} what={t('common:secret.title')} />
      </p>
      <p className="muted">{children}</p>
    </Modal>
  );
}
