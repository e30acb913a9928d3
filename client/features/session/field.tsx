import { type ReactNode, useId } from 'react';

export interface FieldProps {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  problem?: string | undefined;
  hint?: string;
  type?: 'text' | 'password';
  autoComplete?: string;
  readOnly?: boolean;
  /** Beside the input: the captcha's picture. */
  aside?: ReactNode;
}

export function Field({ name, label, value, onChange, problem, hint, aside, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <div className="login-input">
        <input
          id={id}
          name={name}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem || hint ? `${id}-note` : undefined}
          spellCheck={false}
          autoCapitalize="none"
          {...input}
        />
        {aside}
      </div>
      {(problem || hint) && (
        <p id={`${id}-note`} className={problem ? 'login-problem' : 'login-hint'}>
          {problem ?? hint}
        </p>
      )}
    </div>
  );
}
