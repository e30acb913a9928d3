import './login.css';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginAnswer } from '../../../contract/session';
import { send } from '../../api/http';
import { canEncrypt } from '../../lib/secret';
import { clearSession, holdToken, keptPlace, openSession } from '../../lib/session';
import { IdentitySignIn } from './identity/identity-sign-in';
import { LoginForm } from './login-form';
import { forgetMailedLink, mailedLink } from './mailed-link';

const Liveness = lazy(() => import('./liveness'));
const OwedCode = lazy(() => import('./owed-code'));
const Forgotten = lazy(() => import('./forgotten'));
const ChoosePassword = lazy(() => import('./choose-password'));

interface SignInProps {
  /** Shown above the form: why the last session ended. */
  notice?: string | null;
  /** The only one who may: a page of theirs is kept open. */
  person?: { id: number; username: string };
  onEnter: (answer: LoginAnswer) => Promise<void> | void;
}

/**
 * The form; then a code and the face, when the account asks for them. Afterwards the session is open. Whoever gave an activation code
 * chooses a password, and begins again.
 */
export function SignIn({ person, onEnter, ...given }: SignInProps) {
  const { t } = useTranslation('login');
  const [notice, setNotice] = useState(given.notice ?? null);
  const [pending, setPending] = useState<LoginAnswer | null>(null);
  const [link] = useState(() => (person ? null : mailedLink()));
  const [typed, setTyped] = useState(person?.username ?? link?.username ?? '');
  const [isForgotten, setForgotten] = useState(false);
  const clear = () => clearSession(keptPlace(), person?.id);
  const enter = async (answer: LoginAnswer) => {
    openSession(answer.userInfo, answer.token);
    await onEnter(answer);
  };
  const accepted = async (answer: LoginAnswer, name: string) => {
    setNotice(null);
    forgetMailedLink();
    if (!answer.needH5LivenessAuth && !answer.mustChoosePassword && !answer.owedCode) return enter(answer);
    setTyped(name);
    holdToken(answer.token);
    setPending(answer);
  };
  const coded = (answer: LoginAnswer) =>
    answer.needH5LivenessAuth ? setPending({ ...answer, owedCode: null }) : void enter(answer);
  /** To the form, for another sign-in. */
  const over = (reason: string) => {
    clear();
    setPending(null);
    setNotice(reason);
  };
  const mailed = (reason: string, name: string) => {
    setTyped(name);
    setForgotten(false);
    setNotice(reason);
  };
  const leave = (name: string) => {
    setTyped(name);
    setPending(null);
    // It takes the token along that is cleared here.
    void send({ path: 'login/out', keepalive: true });
    clear();
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
      {isForgotten ? (
        <Suspense fallback={null}>
          <Forgotten username={typed} onDone={mailed} onBack={() => setForgotten(false)} />
        </Suspense>
      ) : pending ? (
        <Suspense fallback={null}>
          {pending.mustChoosePassword ? (
            <ChoosePassword onDone={over} onBack={() => leave(typed)} />
          ) : pending.owedCode ? (
            <OwedCode
              owed={pending.owedCode}
              onPassed={() => coded(pending)}
              onFailed={over}
              onBack={() => leave(typed)}
            />
          ) : (
            <Liveness
              answer={pending}
              onPassed={() => void enter(pending)}
              onFailed={(reason) => over(t(reason))}
              onBack={() => leave(typed)}
              onCancel={() => leave(person?.username ?? '')}
            />
          )}
        </Suspense>
      ) : (
        <>
          {link && !notice && <p className="login-notice">{t('login:forgotten.linked')}</p>}
          <LoginForm
            username={typed}
            code={link?.code ?? ''}
            fixed={person !== undefined}
            onEnter={accepted}
          />
          {!person && <IdentitySignIn onEnter={(answer) => accepted(answer, '')} onRefused={setNotice} />}
          {!person && (
            <button type="button" className="login-link" onClick={() => setForgotten(true)}>
              {t('login:forgotten.title')}
            </button>
          )}
        </>
      )}
    </>
  );
}
