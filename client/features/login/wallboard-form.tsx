import { type FormEvent, useState } from 'react';
import type { CurrentUser } from '../../../contract/session';
import { send } from '../../api/http';
import { useWords } from '../../i18n/use-words';
import { holdToken, openSession } from '../../lib/session';
import { Field } from './field';
import { LanguageSelect } from './language-select';
import './login.css';

interface WallboardFormProps {
  /** What the server said when the last token ended. */
  notice: string | null;
  onOpen: (user: CurrentUser) => void;
}

/** A wallboard's own sign-in: the token that a leader was shown when it was issued. */
export function WallboardForm({ notice, onOpen }: WallboardFormProps) {
  const { t } = useWords('kiosks', 'login');
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = token.trim();
    if (!typed) return setProblem(t('kiosks:open.missing'));
    setBusy(true);
    const refusal = await open(typed, onOpen);
    setBusy(false);
    if (refusal !== null) setProblem(refusal || t('common:error.no-server'));
  };
  return (
    <main className="login">
      <div className="login-card">
        <header className="login-head">
          <img src="./icon.svg" width="28" height="28" alt="" />
          <h1>{t('kiosks:open.title')}</h1>
          <LanguageSelect />
        </header>
        {notice && (
          <p className="login-notice" role="status">
            {notice}
          </p>
        )}
        <form className="login-form" onSubmit={(event) => void submit(event)} noValidate aria-busy={busy}>
          <Field
            name="token"
            label={t('kiosks:open.token')}
            type="password"
            autoComplete="off"
            value={token}
            onChange={(value) => {
              setToken(value);
              setProblem(null);
            }}
            problem={problem ?? undefined}
            hint={t('kiosks:open.hint')}
          />
          <button type="submit" className="login-submit" disabled={busy}>
            {t('kiosks:open.button')}
          </button>
        </form>
      </div>
    </main>
  );
}

/** @returns why not, in the server's words; null once it is open */
async function open(token: string, onOpen: WallboardFormProps['onOpen']): Promise<string | null> {
  const opened = await send({ path: 'dashboard/kioskOpen', method: 'POST', body: { token } });
  if (!opened.ok) return opened.error.message;
  holdToken(token);
  const asked = await send({ path: 'login/currentUser' });
  if (!asked.ok) return asked.error.message;
  const user = asked.data as CurrentUser;
  openSession(user);
  onOpen(user);
  return null;
}
