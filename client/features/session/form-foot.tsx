import { useTranslation } from 'react-i18next';

interface FormFootProps {
  /** Why the form was refused. */
  problem: string | null;
  busy: boolean;
  /** Word of the button that sends. */
  act: string;
  onBack: () => void;
}

/** The end of a form that stands in the sign-in's place: its refusal, its button, and the way back. */
export function FormFoot({ problem, busy, act, onBack }: FormFootProps) {
  const { t } = useTranslation('login');
  return (
    <>
      <div role="alert" className="login-failure">
        {problem}
      </div>
      <button className="login-submit" type="submit" disabled={busy}>
        {act}
      </button>
      <button type="button" className="login-link" onClick={onBack}>
        ← {t('login:liveness.back')}
      </button>
    </>
  );
}
