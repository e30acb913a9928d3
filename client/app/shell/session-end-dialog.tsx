import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useWords } from '../../i18n/use-words';
import { useSession } from '../../state/session';
import { Notice } from './lazy-notice';

/** The end of a session: leaves for the sign-in page, or asks when something on screen would be lost. */
export function SessionEndDialog() {
  const { t } = useWords('shell');
  const navigate = useNavigate();
  const { end } = useSession();
  const [stays, setStays] = useState(false);
  useEffect(() => {
    if (end && !end.ask) void navigate('/login', { replace: true });
  }, [end, navigate]);
  if (!end?.ask || stays) return null;
  return (
    <Suspense fallback={null}>
      <Notice
        title={t('shell:session-end.title')}
        okText={t('shell:session-end.again')}
        cancelText={t('shell:session-end.stay')}
        onOk={() => void navigate('/login', { replace: true })}
        onCancel={() => setStays(true)}
      >
        <p>{end.message}</p>
        <p className="muted">{t('shell:session-end.hint')}</p>
      </Notice>
    </Suspense>
  );
}
