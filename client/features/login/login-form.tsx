import { type FormEvent, useRef, useState } from 'react';
import type { LoginAnswer } from '../../../contract/session';
import { type CallError, NO_SERVER, NOT_ENVELOPE } from '../../api/envelope';
import { type Words, useWords } from '../../i18n/use-words';
import { canEncrypt } from '../../lib/secret';
import { CaptchaField } from './captcha-field';
import { Field } from './field';
import { signIn } from './login-calls';
import { type LoginFields, type LoginProblems, problemsOf } from './rules';
import { useCaptcha } from './use-captcha';

const EMPTY: LoginFields = { username: '', password: '', captcha: '', idCard: '' };

export function LoginForm({ onEnter }: { onEnter: (answer: LoginAnswer) => Promise<void> }) {
  const { t } = useWords('login');
  const captcha = useCaptcha();
  const { fields, problems, failure, busy, change, submit } = useLogin(captcha, onEnter);
  const solved = captcha.proof.state === 'solved';
  const bind = (name: keyof LoginFields) => ({
    name,
    value: fields[name],
    problem: problems[name] && t(problems[name]),
    onChange: (value: string) => change(name, value),
  });
  return (
    <form className="login-form" onSubmit={submit} noValidate aria-busy={busy}>
      <Field {...bind('username')} label={t('login:field.username')} autoComplete="username" autoFocus />
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

function messageOf(failure: CallError, t: Words): string {
  if (failure.code === NO_SERVER || failure.code === NOT_ENVELOPE) return t('common:error.no-server');
  if (failure.code === '10') return failure.message || t('login:error.wrong');
  const reference = failure.code === '99' && failure.requestId;
  const text = failure.message || t('common:error.system');
  return reference ? `${text} (${t('common:error.reference', { id: reference })})` : text;
}

function useLogin(captcha: ReturnType<typeof useCaptcha>, onEnter: (answer: LoginAnswer) => Promise<void>) {
  const [fields, setFields] = useState(EMPTY);
  const [problems, setProblems] = useState<LoginProblems>({});
  const [failure, setFailure] = useState<CallError | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement | null>(null);
  const change = (name: keyof LoginFields, value: string) => {
    setFields({ ...fields, [name]: value });
    setProblems({ ...problems, [name]: undefined });
  };
  const focus = (name: string | undefined) => {
    const input = name && form.current?.elements.namedItem(name);
    if (input instanceof HTMLElement) input.focus();
  };
  const refuse = async (error: CallError) => {
    setFailure(error);
    setFields((now) => ({ ...now, captcha: '' }));
    await captcha.refresh();
    focus(error.code === '11' ? 'captcha' : 'password');
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    form.current = event.currentTarget;
    const found = problemsOf(fields, captcha.proof.state === 'solved');
    setProblems(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return focus(Object.keys(found)[0]);
    setBusy(true);
    const attempt = { ...fields, codeKey: captcha.captcha?.codeKey ?? null, altcha: captcha.proof.payload };
    const answer = await signIn(attempt);
    if (answer.ok) await onEnter(answer.data as LoginAnswer);
    else await refuse(answer.error);
    setBusy(false);
  };
  return {
    fields,
    problems,
    failure,
    busy,
    change,
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
  };
}
