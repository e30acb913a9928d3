import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthenticatorState, RecoveryCodes } from '../../../contract/authenticators';
import { sendCode } from '../../domain/authenticators/authenticator-calls';
import { CodeForm } from '../../domain/authenticators/code-form';
import SetUp, { Codes } from '../../domain/authenticators/set-up';
import { useLanguage } from '../../i18n/use-language';
import { formatTime } from '../../lib/format';
import { Button } from '../../ui/button';
import { useReturnFocus } from '../../ui/layers/use-return-focus';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { useAuthenticatorQuery } from './account-api';

type Act = 'setUp' | 'renew' | 'remove';

/** A person's own authenticator: set up, replaced, with new recovery codes, or removed. */
export default function AuthenticatorDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('authenticators');
  const { data, error, refetch } = useAuthenticatorQuery(undefined, { refetchOnMountOrArgChange: true });
  const [act, setAct] = useState<Act | null>(null);
  const done = () => {
    setAct(null);
    void refetch();
  };
  return (
    <Modal open title={t('authenticators:title')} footer={null} onCancel={onClose} width={520}>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <PanelSkeleton />
        )
      ) : act === 'setUp' || data.since === null ? (
        <SetUp isReplacing={data.since !== null} onDone={done} />
      ) : act === 'renew' ? (
        <Renew onDone={done} />
      ) : act === 'remove' ? (
        <CodeForm
          act={t('authenticators:remove')}
          hint={t('authenticators:code-hint')}
          send={(code) => sendCode('remove', code)}
          onDone={done}
        />
      ) : (
        <State state={data} onAct={setAct} />
      )}
    </Modal>
  );
}

function State({
  state: { since, codesLeft, demanded },
  onAct,
}: {
  state: AuthenticatorState;
  onAct: (act: Act) => void;
}) {
  const { t } = useTranslation('authenticators');
  const language = useLanguage();
  return (
    <div className="set-up">
      <p>
        {t('authenticators:since', { since: formatTime(since!, language) })}{' '}
        {t('authenticators:left', { count: codesLeft })}
      </p>
      {demanded && <p className="muted">{t('authenticators:demanded')}</p>}
      <div className="set-up-acts">
        {!demanded && <Button onClick={() => onAct('remove')}>{t('authenticators:remove')}</Button>}
        <Button onClick={() => onAct('renew')}>{t('authenticators:renew')}</Button>
        <Button primary onClick={() => onAct('setUp')}>
          {t('authenticators:replace')}
        </Button>
      </div>
    </div>
  );
}

function Renew({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('authenticators');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <Codes codes={codes} onDone={onDone} />;
  return (
    <CodeForm
      act={t('authenticators:renew')}
      hint={t('authenticators:code-hint')}
      send={(code) => sendCode('renew', code)}
      onDone={(data) => setCodes((data as RecoveryCodes).codes)}
    />
  );
}
