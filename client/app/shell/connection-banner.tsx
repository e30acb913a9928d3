import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useConnection } from '../../state/connection';
import { sessionEndPutOff, useSession } from '../../state/session';

/** A short break heals by itself before anybody needs to read about it. */
const TIMEOUT_MS = 2500;

/** Says when figures on screen may be old, and when the session is over but the page was kept. */
export function ConnectionBanner() {
  const { t } = useTranslation('shell');
  const connection = useConnection();
  const dispatch = useDispatch();
  const ended = useSession().end;
  const late = useLate(connection === 'lost' || connection === 'connecting', TIMEOUT_MS);
  return (
    <>
      {ended ? (
        <div className="banner banner-bad">
          {t('shell:banner.signed-out')}{' '}
          <button type="button" onClick={() => dispatch(sessionEndPutOff(false))}>
            {t('shell:session-end.again')}
          </button>
        </div>
      ) : (
        late && <div className="banner">{t('shell:banner.reconnecting')}</div>
      )}
    </>
  );
}

/** True when a state has lasted. */
function useLate(state: boolean, milliseconds: number): boolean {
  const [since, setSince] = useState<boolean>(false);
  useEffect(() => {
    const timer = setTimeout(() => setSince(state), state ? milliseconds : 0);
    return () => clearTimeout(timer);
  }, [state, milliseconds]);
  return since && state;
}
