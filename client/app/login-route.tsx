import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { LoginPage } from '../features/session/login-page';
import { forgetDrafts, storedUser } from '../lib/session';
import { sessionBegan } from '../state/session';
import { landing } from './landing';
import { store } from './store';

export function Component() {
  const navigate = useNavigate();
  const [notice] = useState(() => store.getState().session.notice);
  // The next person to sign in may be another one.
  useEffect(() => forgetDrafts(), []);
  const enter = (path: string) => {
    store.dispatch(sessionBegan(storedUser()));
    void navigate(path, { replace: true });
  };
  return <LoginPage notice={notice} landing={landing} onEnter={enter} />;
}
