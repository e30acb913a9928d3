import './authenticators.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthenticatorSecret, RecoveryCodes } from '../../../contract/authenticators';
import { saveFile } from '../../api/http';
import { QrCode } from '../../ui/qr-code';
import { sendCode } from './authenticator-calls';
import { CodeForm } from './code-form';

interface SetUpProps {
  /** An app is in use, whose code has to be given first. */
  isReplacing: boolean;
  /** Why, where somebody else wants it. */
  lead?: string;
  onDone: () => void;
}

/** Sets an app up: its secret, its first code, and the codes to keep for a lost telephone. */
export default function SetUp({ isReplacing, lead, onDone }: SetUpProps) {
  const { t } = useTranslation('authenticators');
  const [secret, setSecret] = useState<AuthenticatorSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const begun = (data: unknown) => setSecret(data as AuthenticatorSecret);
  const begin = async () => {
    setProblem(null);
    const answer = await sendCode('begin', null);
    if (answer.ok) begun(answer.data);
    else setProblem(answer.error.message);
  };
  if (codes) return <Codes codes={codes} onDone={onDone} />;
  if (!secret && isReplacing) {
    return (
      <CodeForm
        act={t('authenticators:begin')}
        hint={t('authenticators:code-hint')}
        send={(code) => sendCode('begin', code)}
        onDone={begun}
      />
    );
  }
  if (!secret) {
    return (
      <div className="set-up">
        {lead && <p>{lead}</p>}
        <p>{t('authenticators:what')}</p>
        <p role="alert" className="code-problem">
          {problem}
        </p>
        <button type="button" className="button button-primary code-act" onClick={() => void begin()}>
          {t('authenticators:begin')}
        </button>
      </div>
    );
  }
  return (
    <div className="set-up">
      <p>{t('authenticators:scan')}</p>
      <QrCode className="set-up-qr" text={secret.uri} label={t('authenticators:picture')} />
      <p className="muted">{t('authenticators:type')}</p>
      <code className="set-up-secret">{secret.secret.match(/.{1,4}/g)!.join(' ')}</code>
      <CodeForm
        isDigits
        act={t('authenticators:confirm')}
        hint={t('authenticators:first-hint')}
        send={(code) => sendCode('confirm', code)}
        onDone={(data) => setCodes((data as RecoveryCodes).codes)}
      />
    </div>
  );
}

/** The recovery codes, which are shown this once. */
export function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('authenticators');
  const save = () =>
    saveFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), t('authenticators:file'));
  return (
    <div className="set-up">
      <p>{t('authenticators:keep')}</p>
      <ol className="recovery-codes" aria-label={t('authenticators:codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="set-up-acts">
        <button type="button" className="button" onClick={save}>
          {t('authenticators:save')}
        </button>
        <button type="button" className="button button-primary" onClick={onDone}>
          {t('authenticators:kept')}
        </button>
      </div>
    </div>
  );
}
