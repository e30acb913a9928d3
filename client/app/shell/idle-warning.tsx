import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSessionEnd } from '../../api/envelope';
import { send } from '../../api/http';
import { idleLeft, noteAct } from '../../lib/attendance';
import { callFailed, useSession } from '../../state/session';
import { store } from '../store';
import { Notice } from './lazy-notice';

const WARNED_MS = 60_000;
const LOOK_MS = 1_000;
/** The server's end comes a moment after ours; it is asked, for only the server ends a session. */
const ASK_EVERY_MS = 5_000;
const ACTS = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'click'] as const;

/** Warns a minute before a session ends that nobody uses; whatever is done here keeps it. */
export function IdleWarning() {
  const { t } = useTranslation('shell');
  const ended = useSession().end !== null;
  const seconds = useIdle();
  if (seconds === null || ended) return null;
  return (
    <Suspense fallback={null}>
      <Notice
        title={t('shell:idle.title')}
        okText={t('shell:idle.stay')}
        okButtonProps={{ autoFocus: true }}
        footer={(_, { OkBtn }) => <OkBtn />}
        onOk={keep}
        onCancel={keep}
      >
        <p>{t('shell:idle.text')}</p>
        <p role="timer" className="muted figure">
          {t('shell:idle.left', { seconds })}
        </p>
      </Notice>
    </Suspense>
  );
}

function keep(): void {
  if (noteAct()) void send({ path: 'login/currentUser' });
}

/** Seconds left, in the last minute; null before. */
function useIdle(): number | null {
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    let warnedAt = 0;
    const look = () => {
      const left = idleLeft();
      setSeconds(left > WARNED_MS ? null : Math.max(0, Math.ceil(left / 1_000)));
      if (left > 0 || store.getState().session.end || Date.now() - warnedAt < ASK_EVERY_MS) return;
      warnedAt = Date.now();
      void askWhetherItEnded();
    };
    const timer = setInterval(look, LOOK_MS);
    for (const act of ACTS) document.addEventListener(act, keep, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      for (const act of ACTS) document.removeEventListener(act, keep, { capture: true });
    };
  }, []);
  return seconds;
}

async function askWhetherItEnded(): Promise<void> {
  const answer = await send({ path: 'login/currentUser' });
  if (!answer.ok && isSessionEnd(answer.error)) store.dispatch(callFailed(answer.error));
}
