import '../../ui/ui.css';
import { useTranslation } from 'react-i18next';
import type { OwedCode as Owed } from '../../../contract/authenticators';
import { isSessionEnd } from '../../api/envelope';
import { sendCode } from '../../domain/authenticators/authenticator-calls';
import { CodeForm } from '../../domain/authenticators/code-form';
import SetUp from '../../domain/authenticators/set-up';

interface OwedCodeProps {
  owed: Owed;
  onPassed: () => void;
  /** Back to the form, with what is said there. */
  onFailed: (reason: string) => void;
  onBack: () => void;
}

/** Stands between the password and the session: a code of the app, or an app where the role has to have one. */
export default function OwedCode({ owed, onPassed, onFailed, onBack }: OwedCodeProps) {
  const { t } = useTranslation(['authenticators', 'login']);
  return (
    <div className="login-form">
      {owed === 'PROVE' ? (
        <CodeForm
          act={t('login:action.enter')}
          hint={t('authenticators:code-hint')}
          send={(code) => sendCode('prove', code)}
          onDone={onPassed}
          onRefused={(error) => isSessionEnd(error) && onFailed(error.message)}
        />
      ) : (
        <SetUp lead={t('authenticators:owed')} isReplacing={false} onDone={onPassed} />
      )}
      <button type="button" className="login-link" onClick={onBack}>
        ← {t('login:liveness.back')}
      </button>
    </div>
  );
}
