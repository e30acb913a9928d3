import './login.css';
import { lazy, Suspense, useState } from 'react';
import type { LoginAnswer } from '../../../contract/session';
import { tell } from '../../api/behaviour';
import { send } from '../../api/http';
import { useWords } from '../../i18n/use-words';
import { canEncrypt } from '../../lib/secret';
import { clearSession, holdToken, keptPlace, openSession } from '../../lib/session';
import { LoginForm } from './login-form';

const Liveness = lazy(() => import('./liveness'));

interface SignInProps {
  /** What is said above the form: why the last session ended. */
  notice?: string | null;
  /** The only one who may: a page of theirs is kept open. */
  username?: string;
  onEnter: (answer: LoginAnswer) => Promise<void> | void;
}

/** The form and, when the account asks for it, the face after the password. Afterwards the session is open. */
export function SignIn({ username, onEnter, ...given }: SignInProps) {
  const { t } = useWords('login');
  const [notice, setNotice] = useState(given.notice ?? null);
  const [pending, setPending] = useState<LoginAnswer | null>(null);
  const [typed, setTyped] = useState(username ?? '');
  const enter = async (answer: LoginAnswer) => {
    openSession(answer.userInfo, answer.token);
    void tell({ type: 'LOGIN' });
    await onEnter(answer);
  };
  const accepted = async (answer: LoginAnswer, name: string) => {
    setNotice(null);
    if (!answer.needH5LivenessAuth) return enter(answer);
    setTyped(name);
    holdToken(answer.token);
    setPending(answer);
  };
  const failed = (reason: string) => {
    clearSession(keptPlace());
    setPending(null);
    setNotice(t(reason));
  };
  const leave = async (name: string) => {
    setTyped(name);
    setPending(null);
    await send({ path: 'login/out' });
    clearSession(keptPlace());
  };
  return (
    <>
      {notice && (
        <p className="login-notice" role="alert">
          {notice}
        </p>
      )}
      {!canEncrypt() && (
        <p className="login-notice login-error" role="alert">
          {t('common:error.no-crypto')}
        </p>
      )}
      {pending ? (
        <Suspense fallback={null}>
          <Liveness
            answer={pending}
            onPassed={() => void enter(pending)}
            onFailed={failed}
            onBack={() => void leave(typed)}
            onCancel={() => void leave(username ?? '')}
          />
        </Suspense>
      ) : (
        <LoginForm username={typed} fixed={username !== undefined} onEnter={accepted} />
      )}
    </>
  );
}
