import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IdentityAddress, LoginAnswer, LoginWays } from '../../../../contract/session';
import { send } from '../../../api/http';
import { forgetIdentityReturn, identityReturn } from './identity-return';

interface IdentitySignInProps {
  onEnter: (answer: LoginAnswer) => Promise<void> | void;
  onRefused: (reason: string) => void;
}

/** The way in by the lender's identity provider, where it is connected: there, and back to here. */
export function IdentitySignIn({ onEnter, onRefused }: IdentitySignInProps) {
  const { t } = useTranslation('login');
  const [returned] = useState(identityReturn);
  const [isOn, setOn] = useState(returned !== null);
  const [busy, setBusy] = useState(returned !== null);
  const refuse = (message: string) => {
    setBusy(false);
    onRefused(message || t('login:identity.refused'));
  };
  const begin = async () => {
    setBusy(true);
    const answer = await send({ path: 'login/oidc/begin', method: 'POST', body: {} });
    if (answer.ok) location.assign((answer.data as IdentityAddress).address);
    else refuse(answer.error.message);
  };
  useEffect(() => {
    let isGone = false;
    const arrive = async () => {
      const ways = await send({ path: 'login/ways' });
      if (!isGone && ways.ok) setOn((ways.data as LoginWays).identity);
      const back = identityReturn();
      if (isGone || !back) return;
      forgetIdentityReturn();
      if (back === 'REFUSED') return refuse('');
      const answer = await send({ path: 'login/oidc', method: 'POST', body: back });
      if (answer.ok) await onEnter(answer.data as LoginAnswer);
      else refuse(answer.error.message);
    };
    void arrive();
    return () => void (isGone = true);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the page is there
  }, []);
  if (!isOn) return null;
  return (
    <button type="button" className="login-identity" disabled={busy} onClick={() => void begin()}>
      {busy ? t('login:action.busy') : t('login:identity.enter')}
    </button>
  );
}
