import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { LoginAnswer } from '../../../contract/session';
import { type CallError, NOT_ENVELOPE } from '../../api/envelope';
import { signIn } from './login-calls';
import { type LoginFields, type LoginProblems, problemsOf } from './rules';
import type { useCaptcha } from './use-captcha';

const EMPTY = { captcha: '', idCard: '' };

export function useLogin(
  captcha: ReturnType<typeof useCaptcha>,
  given: Pick<LoginFields, 'username' | 'password'>,
  onEnter: (answer: LoginAnswer, username: string) => Promise<void>,
) {
  const [fields, setFields] = useState<LoginFields>({ ...EMPTY, ...given });
  const [problems, setProblems] = useState<LoginProblems>({});
  const [failure, setFailure] = useState<CallError | null>(null);
  const [busy, setBusy] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const first = !given.username ? 'username' : given.password ? 'captcha' : 'password';
  useEffect(() => focusField(formRef.current, first), [first]);
  const change = (name: keyof LoginFields, value: string) => {
    setFields({ ...fields, [name]: value });
    setProblems({ ...problems, [name]: undefined });
  };
  const refuse = async (error: CallError) => {
    setFailure(error);
    setFields((now) => ({ ...now, captcha: '' }));
    await captcha.refresh();
    // Many failures from this address: the longer proof is worked on while its reason is read.
    if (error.fields.some(({ field }) => field === 'altcha')) void captcha.solve(true);
    focusField(formRef.current, error.code === '11' ? 'captcha' : 'password');
  };
  const submit = async () => {
    const found = problemsOf(fields, captcha.proof.state === 'solved');
    setProblems(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return focusField(formRef.current, Object.keys(found)[0]);
    setBusy(true);
    const attempt = { ...fields, codeKey: captcha.captcha?.codeKey ?? null, altcha: captcha.proof.payload };
    try {
      const answer = await signIn(attempt);
      if (answer.ok) await onEnter(answer.data as LoginAnswer, fields.username);
      else await refuse(answer.error);
    } catch (cause) {
      console.error('the sign-in could not be sent', cause);
      await refuse({ code: NOT_ENVELOPE, message: '', fields: [], requestId: null });
    }
    setBusy(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return { formRef, fields, problems, failure, busy, change, submit: onSubmit };
}

function focusField(form: HTMLFormElement | null, name: string | undefined): void {
  const input = name && form?.elements.namedItem(name);
  if (input instanceof HTMLElement) input.focus();
}
