import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { LoginAnswer } from '../../../contract/session';
import { type CallError, NO_SERVER, NOT_ENVELOPE } from '../../api/envelope';
import { canEncrypt } from '../../lib/secret';
import { CaptchaField } from './captcha-field';
import { Field } from './field';
import type { LoginFields } from './rules';
import { useCaptcha } from './use-captcha';
import { useLogin } from './use-login';

interface LoginFormProps {
  /** Filled in; `fixed`: for nobody else. */
  username: string;
  /** An activation code that stands in the password's place. */
  code: string;
  fixed: boolean;
  onEnter: (answer: LoginAnswer, username: string) => Promise<void>;
}

export function LoginForm({ username, code, fixed, onEnter }: LoginFormProps) {
  const { t } = useTranslation('login');
  const captcha = useCaptcha();
  const { formRef, fields, problems, failure, busy, change, submit } = useLogin(
    captcha,
    { username, password: code },
    onEnter,
  );
  const solved = captcha.proof.state === 'solved';
  const bind = (name: keyof LoginFields) => ({
    name,
    value: fields[name],
    problem: problems[name] && t(problems[name]),
    onChange: (value: string) => change(name, value),
  });
  return (
    <form ref={formRef} className="login-form" onSubmit={submit} noValidate aria-busy={busy}>
      <Field
        {...bind('username')}
        label={t('login:field.username')}
        autoComplete="username"
        readOnly={fixed}
      />
      <Field
        {...bind('password')}
        label={t('login:field.password')}
        type="password"
        autoComplete="current-password"
      />
      <CaptchaField {...bind('captcha')} captcha={captcha} solved={solved} />
      <details className="login-more">
        <summary>{t('login:field.account-toggle')}</summary>
        <Field
          {...bind('idCard')}
          label={t('login:field.account')}
          hint={t('login:field.account-hint')}
          autoComplete="off"
        />
      </details>
      <div role="alert" className="login-failure">
        {failure && messageOf(failure, t)}
      </div>
      <button className="login-submit" type="submit" disabled={busy || !canEncrypt()}>
        {busy ? t('login:action.busy') : t('login:action.enter')}
      </button>
    </form>
  );
}

function messageOf(failure: CallError, t: TFunction): string {
  if (failure.code === NO_SERVER || failure.code === NOT_ENVELOPE) return t('common:error.no-server');
  if (failure.code === '10') return failure.message || t('login:error.wrong');
  const reference = failure.code === '99' && failure.requestId;
  const text = failure.message || t('common:result.failed');
  return reference ? `${text} (${t('common:error.reference', { id: reference })})` : text;
}
