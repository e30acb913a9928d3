import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RsaPublicKey } from '../../../contract/session';
import { type CallAnswer, labelled } from '../../api/envelope';
import { send } from '../../api/http';
import { encryptPassword, STRONG_PASSWORD } from '../../lib/secret';
import { Field } from './field';
import { FormFoot } from './form-foot';

interface ChoosePasswordProps {
  onDone: (notice: string) => void;
  onBack: () => void;
}

/** Whoever has signed in by an activation code chooses an own password, and signs in with it. */
export default function ChoosePassword({ onDone, onBack }: ChoosePasswordProps) {
  const { t } = useTranslation(['account', 'login']);
  const [fields, setFields] = useState({ password: '', repeated: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => formRef.current?.querySelector('input')?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!STRONG_PASSWORD.test(fields.password)) return setProblem(t('account:password.weak'));
    if (fields.password !== fields.repeated) return setProblem(t('account:password.differs'));
    setBusy(true);
    const answer = await choose(fields.password);
    setBusy(false);
    if (answer.ok) return onDone(t('account:password.done'));
    const [wrong] = answer.error.fields;
    const refused = wrong && labelled(wrong, t('account:password.new'));
    setProblem(refused || answer.error.message || t('common:error.no-server'));
  };
  const bind = (name: keyof typeof fields) => ({
    name,
    value: fields[name],
    type: 'password' as const,
    autoComplete: 'new-password',
    onChange: (value: string) => setFields({ ...fields, [name]: value }),
  });
  return (
    <form
      ref={formRef}
      className="login-form"
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-busy={busy}
    >
      <p>{t('account:password.choose')}</p>
      <Field {...bind('password')} label={t('account:password.new')} hint={t('account:password.weak')} />
      <Field {...bind('repeated')} label={t('account:password.repeat')} />
      <FormFoot problem={problem} busy={busy} act={t('common:action.save')} onBack={onBack} />
    </form>
  );
}

async function choose(password: string): Promise<CallAnswer> {
  const key = await send({ path: 'login/rsaPublicKey' });
  if (!key.ok) return key;
  const rsa = key.data as RsaPublicKey;
  const body = { newPassword: await encryptPassword(password, rsa), keyId: rsa.keyId };
  return send({ path: 'login/choosePassword', method: 'POST', body });
}
