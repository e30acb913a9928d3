import { App } from 'antd';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallError, NO_SERVER, NOT_ENVELOPE } from '../../api/envelope';
import { listenToRefusals } from '../../state/session';

const SHOWN_SECONDS = 5;

/** Section 8: a refused call shows the server's message, a lost network "no server". */
export function FailureToasts() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const show = useEffectEvent((error: CallError) => {
    const away = error.code === NO_SERVER || error.code === NOT_ENVELOPE;
    const text = away ? t('common:error.no-server') : error.message || t('common:result.failed');
    const reference = error.code === '99' && error.requestId;
    void message.open({
      type: 'error',
      duration: SHOWN_SECONDS,
      // The same message twice, from two calls of one screen, is said once.
      key: text,
      content: (
        <span role="alert">
          {text}
          {error.rules && (
            <Suspense fallback={null}>
              <Rules rules={error.rules} />
            </Suspense>
          )}
          {reference && (
            <span className="toast-reference">{t('common:error.reference', { id: reference })}</span>
          )}
        </span>
      ),
    });
  });
  useEffect(() => listenToRefusals(show), []);
  return null;
}

function Rules({ rules }: { rules: readonly string[] }) {
  const { t } = useTranslation('guard');
  return <span className="toast-reference">{rules.map((rule) => t(`guard:rule.${rule}`)).join(' · ')}</span>;
}
