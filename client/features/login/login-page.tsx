import './login.css';
import { useEffect, useState } from 'react';
import type { LoginAnswer } from '../../../contract/session';
import { beginSession } from '../../api/failures';
import { useWords } from '../../i18n/use-words';
import { dropNotice, readNotice } from '../../lib/session';
import { canEncrypt } from '../../lib/secret';
import { LanguageSelect } from './language-select';
import { menuOf } from './login-calls';
import { LoginForm } from './login-form';

interface LoginPageProps {
  /** Where a user with this menu begins. */
  landing: (menu: readonly string[]) => string;
  onEnter: (path: string) => void;
}

/** The sign-in page: one card, and nothing of the shell behind it. */
export function LoginPage({ landing, onEnter }: LoginPageProps) {
  const { t } = useWords('login');
  const [notice] = useState(readNotice);
  const [pending, setPending] = useState(false);
  useEffect(() => {
    dropNotice();
    document.title = t('login:title');
  }, [t]);
  const enter = async (answer: LoginAnswer) => {
    if (answer.needH5LivenessAuth) return setPending(true);
    beginSession(answer.userInfo, answer.token);
    onEnter(landing(await menuOf(answer)));
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
          <p className="login-notice" role="alert">
            {t('login:liveness.absent')}
          </p>
        ) : (
          <LoginForm onEnter={enter} />
        )}
      </div>
    </main>
  );
}
