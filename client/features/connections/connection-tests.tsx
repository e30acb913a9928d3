import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionTestResult, ProviderConnection } from '../../../contract/administration/connections';
import { Button } from '../../ui/button';
import { isCallError } from '../../ui/states';
import { Tag } from '../../ui/status-tag';
import { useTestConnectionMutation } from './connections-api';

const TONES = { READY: 'good', ANSWERS: 'warn', SECRET: 'bad', FAILS: 'bad', SILENT: 'bad' } as const;

/** Asks a provider for the least that it can do, and says how it answered. */
export function ConnectionTests({ of }: { of: ProviderConnection }) {
  const { t } = useTranslation('connections');
  const [test, { data, error, isLoading }] = useTestConnectionMutation();
  const [phone, setPhone] = useState('');
  const { provider, waiting, state } = of;
  const hasWish = waiting?.address != null;
  // One person alone does not make the server ask an address of the own network.
  const isClosed = hasWish ? waiting.isPrivate : state === 'OFF';
  const ask = () => void test({ provider, waiting: hasWish, phone: phone.trim() || null });
  return (
    <section className="card" aria-label={t('connections:test.title')}>
      <header className="card-head">
        <h2>{t('connections:test.title')}</h2>
      </header>
      <p className="muted">{t(hasWish ? 'connections:test.wish' : 'connections:test.inForce')}</p>
      {isClosed ? (
        <p>{t(hasWish ? 'connections:test.private' : 'connections:test.off')}</p>
      ) : (
        <div className="connection-test">
          {provider === 'carrier' && (
            <Input
              aria-label={t('connections:test.phone')}
              placeholder={t('connections:test.phone')}
              value={phone}
              maxLength={24}
              onChange={(event) => setPhone(event.target.value)}
            />
          )}
          {provider === 'mail' && <span className="muted">{t('connections:test.own')}</span>}
          <Button busy={isLoading} onClick={ask}>
            {t('connections:test.now')}
          </Button>
        </div>
      )}
      <div role="status">
        {isCallError(error) && <p className="connection-refused">{error.message}</p>}
        {data && !error && <Outcome result={data} />}
      </div>
    </section>
  );
}

function Outcome({ result }: { result: ConnectionTestResult }) {
  const { t } = useTranslation('connections');
  const { outcome, status, ms, messageTaken } = result;
  return (
    <>
      <p>
        <Tag tone={TONES[outcome]}>{t(`connections:outcome.${outcome}`)}</Tag>{' '}
        {status !== null && t('connections:test.answered', { status, ms })}
      </p>
      {messageTaken !== null && (
        <p>{t(messageTaken ? 'connections:test.messageTaken' : 'connections:test.messageRefused')}</p>
      )}
    </>
  );
}
