import './authenticators.css';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallAnswer, type CallError, labelled } from '../../api/envelope';

interface CodeFormProps {
  act: string;
  hint: string;
  /** Six digits of the app alone, no recovery code. */
  isDigits?: boolean;
  send: (code: string) => Promise<CallAnswer>;
  onDone: (data: unknown) => void;
  onRefused?: (error: CallError) => void;
}

/** Asks for a code. Six digits are sent as soon as they are typed or pasted. */
export function CodeForm({ act, hint, isDigits = false, send, onDone, onRefused }: CodeFormProps) {
  const { t } = useTranslation('authenticators');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => input.current?.focus(), []);
  const submit = async (given: string) => {
    if (busy || given.trim().length < 6) return;
    setBusy(true);
    setProblem(null);
    const answer = await send(given);
    setBusy(false);
    if (answer.ok) return onDone(answer.data);
    const [wrong] = answer.error.fields;
    setProblem((wrong && labelled(wrong, t('authenticators:code'))) || answer.error.message);
    setCode('');
    input.current?.focus();
    onRefused?.(answer.error);
  };
  const change = (next: string) => {
    setCode(next);
    if (/^\d{6}$/.test(next)) void submit(next);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(code);
  };
  return (
    <form className="code-form" onSubmit={onSubmit} noValidate aria-busy={busy}>
      <label htmlFor={id}>{t('authenticators:code')}</label>
      <input
        ref={input}
        id={id}
        name="code"
        value={code}
        inputMode={isDigits ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        maxLength={isDigits ? 6 : 40}
        spellCheck={false}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => change(target.value)}
      />
      <p id={`${id}-hint`} className="muted">
        {hint}
      </p>
      <p role="alert" className="code-problem">
        {problem}
      </p>
      <button type="submit" className="button button-primary code-act" disabled={busy}>
        {act}
      </button>
    </form>
  );
}
