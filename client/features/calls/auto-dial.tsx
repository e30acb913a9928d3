import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { CaseInfo } from '../../../contract/cases/cases';
import { useCurrentUserQuery } from '../../api/session-api';
import { useLazyCallableContactsQuery } from './calls-api';

const COUNTDOWN_S = 3;

interface AutoDialProps {
  info: CaseInfo;
  ready: boolean;
  dial: (contactId: number) => Promise<boolean>;
}

/**
 * After "save and next", for who has auto-dial: counts down and calls the first contact that may be called. Its button
 * stops it; when nobody may be called nothing happens.
 */
export function AutoDial(props: AutoDialProps) {
  const { data: user } = useCurrentUserQuery();
  const isWanted = useSavedBefore() && user?.autoDial === true;
  const [over, setOver] = useState(false);
  return isWanted && props.ready && !over ? <Countdown {...props} onOver={() => setOver(true)} /> : null;
}

function Countdown({ info, dial, onOver }: AutoDialProps & { onOver: () => void }) {
  const { t } = useTranslation('calls');
  const [left, setLeft] = useState(COUNTDOWN_S);
  const [ask] = useLazyCallableContactsQuery();
  const call = async () => {
    const { data } = await ask(info.id);
    onOver();
    const first = data?.contacts.find(({ channels }) => channels.CALL.allow);
    if (first) await dial(first.contactId);
  };
  const tick = useEffectEvent(() => {
    if (left === 1) void call();
    if (left > 0) setLeft(left - 1);
  });
  useEffect(() => {
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <button type="button" className="call-button call-button-auto" onClick={onOver}>
      <span role="status">{t('calls:auto', { seconds: left })}</span>
    </button>
  );
}

/** Whether this page was opened by saving another; asked once, for a reload keeps what the history has. */
function useSavedBefore(): boolean {
  const { state, pathname, search } = useLocation() as ReturnType<typeof useLocation> & {
    state: { saved?: boolean } | null;
  };
  const navigate = useNavigate();
  const [saved] = useState(() => state?.saved === true);
  useEffect(() => {
    if (state?.saved) void navigate({ pathname, search }, { replace: true, state: null });
  }, [state, pathname, search, navigate]);
  return saved;
}
