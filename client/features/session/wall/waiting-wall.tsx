import '../login.css';
import './waiting-wall.css';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { CurrentUser } from '../../../../contract/session';
import { LanguageSelect } from '../language-select';
import { usePairing } from './use-pairing';

const QrCode = lazy(async () => {
  const { QrCode: Code } = await import('../../../ui/qr-code');
  return { default: Code };
});

interface WaitingWallProps {
  /** The server's reason for ending the last token. */
  notice: string | null;
  onOpen: (user: CurrentUser) => void;
}

/** Six digits and their QR code, to be read from where a leader stands. The address behind the code holds the digits alone. */
export function WaitingWall({ notice, onOpen }: WaitingWallProps) {
  const { t } = useTranslation(['kiosks', 'login']);
  const { pairing, trouble } = usePairing(onOpen);
  const { origin, pathname } = location;
  useEffect(() => {
    document.title = t('kiosks:wait.title');
  }, [t]);
  return (
    <main className="wall-wait">
      <header className="wall-head">
        <img src="./icon.svg" width="40" height="40" alt="" />
        <h1>{t('kiosks:wait.title')}</h1>
        <LanguageSelect />
      </header>
      {notice && (
        <p className="login-notice wall-notice" role="status">
          {notice}
        </p>
      )}
      <div className="wall-body">
        <div className="wall-words">
          <p className="wall-code figure" role="status">
            {pairing ? `${pairing.code.slice(0, 3)} ${pairing.code.slice(3)}` : '··· ···'}
          </p>
          <ol className="wall-steps">
            <li>{t('kiosks:wait.where', { place: t('kiosks:list.title') })}</li>
            <li>{t('kiosks:wait.enter')}</li>
          </ol>
          <p className="wall-low">{t('kiosks:wait.low')}</p>
          {trouble !== null && (
            <p className="login-problem wall-low" role="alert">
              {trouble || t('common:error.no-server')}
            </p>
          )}
        </div>
        <div className="wall-picture">
          {pairing && (
            <Suspense>
              <QrCode
                className="wall-qr"
                text={`${origin}${pathname}#/add/kiosk?code=${pairing.code}`}
                label={t('kiosks:wait.qr')}
              />
            </Suspense>
          )}
        </div>
      </div>
    </main>
  );
}
