import './login.css';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { LoginAnswer } from '../../../contract/session';
import { tell } from '../../api/behaviour';
import { useWords } from '../../i18n/use-words';
import { clearSession, holdToken, openSession } from '../../lib/session';
import { canEncrypt } from '../../lib/secret';
import { LanguageSelect } from './language-select';
import { menuOf } from './login-calls';
import { LoginForm } from './login-form';

const Liveness = lazy(() => import('./liveness'));

interface LoginPageProps {
  /** What the server said when it ended the last session. */
  notice: string | null;
  /** Where a user with this menu begins. */
  landing: (menu: readonly string[]) => string;
  onEnter: (path: string) => void;
}

/** The sign-in page: one card, and nothing of the shell behind it. */
export function LoginPage(props: LoginPageProps) {
  const { t } = useWords('login');
  const [notice, setNotice] = useState(props.notice);
  const [pending, setPending] = useState<LoginAnswer | null>(null);
  useEffect(() => {
    document.title = t('login:title');
  }, [t]);
  const enter = async (answer: LoginAnswer) => {
    openSession(answer.userInfo, answer.token);
    void tell({ type: 'LOGIN' });
    props.onEnter(props.landing(await menuOf(answer)));
  };
  const accepted = async (answer: LoginAnswer) => {
    setNotice(null);
    if (!answer.needH5LivenessAuth) return enter(answer);
    holdToken(answer.token);
    setPending(answer);
  };
  const failed = (reason: string) => {
    clearSession();
    setPending(null);
    setNotice(t(reason));
  };
  return (
    <main className="login">
      <div className="login-card">
        <header className="login-head">
          <img src="./icon.svg" width="28" height="28" alt="" />
          <h1>{t('login:title')}</h1>
          <LanguageSelect />
        </header>
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
            <Liveness answer={pending} onPassed={() => void enter(pending)} onFailed={failed} />
          </Suspense>
        ) : (
          <LoginForm onEnter={accepted} />
        )}
      </div>
    </main>
  );
}
