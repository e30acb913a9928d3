import { Suspense, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { useCurrentUserQuery } from '../../api/session-api';
import { SignIn } from '../../features/session/sign-in';
import { openSession, storedUser, takePlace } from '../../lib/session';
import { closeSocket, openSocket } from '../../realtime/socket';
import { sessionBegan, sessionEndPutOff, useSession } from '../../state/session';
import { Notice } from './lazy-notice';

/**
 * The end of a session: leaves for the sign-in page, or asks for the password over the page when something on it would be
 * lost. What was typed stays, and the page goes on where it was.
 */
export function SessionEndDialog() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const { end } = useSession();
  const { data: user } = useCurrentUserQuery();
  const afterSignIn = useAfterSignIn();
  const leave = () => void navigate('/login', { replace: true });
  useEffect(() => {
    if (end && !end.ask) void navigate('/login', { replace: true });
  }, [end, navigate]);
  if (!end?.ask || end.putOff) return null;
  return (
    <Suspense fallback={null}>
      <Notice
        title={t('shell:session-end.title')}
        okText={t('shell:session-end.leave')}
        okType="default"
        cancelText={t('shell:session-end.stay')}
        onOk={leave}
        onCancel={() => dispatch(sessionEndPutOff(true))}
      >
        <p>{end.message}</p>
        <p className="muted">{t('shell:session-end.hint')}</p>
        {user && <SignIn person={user} onEnter={afterSignIn} />}
      </Notice>
    </Suspense>
  );
}

/** The page's own session begins anew, also when another tab of this browser has signed the same person in. */
function useAfterSignIn(): () => void {
  const dispatch = useDispatch();
  const { user, end } = useSession();
  const afterSignIn = () => {
    const now = storedUser();
    if (!now || now.id !== user?.id) return;
    openSession(now);
    takePlace(now.id);
    dispatch(sessionBegan(now));
    closeSocket();
    openSocket();
  };
  const ended = end !== null;
  const onSignIn = useEffectEvent(afterSignIn);
  useEffect(() => {
    if (!ended) return;
    const listener = () => onSignIn();
    addEventListener('storage', listener);
    return () => removeEventListener('storage', listener);
  }, [ended]);
  return afterSignIn;
}
