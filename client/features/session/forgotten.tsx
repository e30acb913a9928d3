import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../api/http';
import { storedLanguage } from '../../lib/language';
import { CaptchaField } from './captcha-field';
import { Field } from './field';
import { FormFoot } from './form-foot';
import { useCaptcha } from './use-captcha';

interface ForgottenProps {
  username: string;
  /** With what is said above the form of the sign-in then. */
  onDone: (notice: string, username: string) => void;
  onBack: () => void;
}

/** Asks for a link by mail to choose a new password. Whether there is such an account is told to nobody. */
export default function Forgotten({ onDone, onBack, ...given }: ForgottenProps) {
  const { t } = useTranslation('login');
  const captcha = useCaptcha();
  const [username, setUsername] = useState(given.username);
  const [letters, setLetters] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { payload } = captcha.proof;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!username.trim()) return setProblem(t('login:rule.username-required'));
    if (!payload && !letters.trim()) return setProblem(t('login:rule.captcha-required'));
    setBusy(true);
    const proof = payload ? { altcha: payload } : { codeKey: captcha.captcha?.codeKey, captcha: letters };
    const body = { username: username.trim(), ...proof, language: storedLanguage() };
    const answer = await send({ path: 'login/forgotten', method: 'POST', body });
    setBusy(false);
    if (answer.ok) {
      const { mailed } = answer.data as { mailed: boolean };
      return onDone(t(mailed ? 'login:forgotten.mailed' : 'login:forgotten.off'), username);
    }
    setProblem(answer.error.message || t('common:error.no-server'));
    setLetters('');
    await captcha.refresh();
  };
  return (
    <form className="login-form" onSubmit={(event) => void submit(event)} noValidate aria-busy={busy}>
      <p>{t('login:forgotten.hint')}</p>
      <Field
        name="username"
        label={t('login:field.username')}
        value={username}
        autoComplete="username"
        onChange={setUsername}
      />
      <CaptchaField
        name="captcha"
        value={letters}
        onChange={setLetters}
        captcha={captcha}
        solved={captcha.proof.state === 'solved'}
      />
      <FormFoot problem={problem} busy={busy} act={t('login:forgotten.act')} onBack={onBack} />
    </form>
  );
}
