import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginAnswer } from '../../../contract/session';
import { takePlace } from '../../lib/session';
import { LanguageSelect } from './language-select';
import { menuOf } from './login-calls';
import { SignIn } from './sign-in';

interface LoginPageProps {
  /** The server's reason for ending the last session. */
  notice: string | null;
  /** Where a user with this menu begins. */
  landing: (menu: readonly string[]) => string;
  onEnter: (path: string) => void;
}

/** The sign-in page: one card, and nothing of the shell behind it. Whoever was thrown out comes back to the same place. */
export function LoginPage({ notice, landing, onEnter }: LoginPageProps) {
  const { t } = useTranslation('login');
  useEffect(() => {
    document.title = t('login:title');
  }, [t]);
  const enter = async (answer: LoginAnswer) =>
    onEnter(takePlace(answer.userInfo.id) ?? landing(await menuOf(answer)));
  return (
    <main className="login">
      <div className="login-card">
        <header className="login-head">
          <img src="./icon.svg" width="28" height="28" alt="" />
          <h1>{t('login:title')}</h1>
          <LanguageSelect />
        </header>
        <SignIn notice={notice} onEnter={enter} />
      </div>
    </main>
  );
}
