import { useEffect, useEffectEvent, useState } from 'react';
import type { CurrentUser, WallboardOpened, WallboardPairing } from '../../../../contract/session';
import { send } from '../../../api/http';
import { holdToken, openSession } from '../../../lib/session';

/** Between two questions whether a leader has entered the digits. */
const ASK_MS = 2_000;
/** After a refusal, or without a server. */
const RETRY_MS = 10_000;

/**
 * Asks for digits, and for others when they serve no longer, until a leader has entered them. The secret that fetches the token
 * stays in this page's memory.
 */
export function usePairing(onOpen: (user: CurrentUser) => void) {
  const [pairing, setPairing] = useState<WallboardPairing | null>(null);
  /** Why there are no digits, in the server's words; '' without a server. */
  const [trouble, setTrouble] = useState<string | null>(null);
  const opened = useEffectEvent(onOpen);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    let timer = 0;
    const step = async (known: WallboardPairing | null): Promise<void> => {
      const next = known ? await fetchToken(known, signal) : await begin(signal);
      if (signal.aborted) return;
      if ('user' in next) return opened(next.user);
      setTrouble(next.trouble);
      setPairing(next.pairing);
      const isNew = next.pairing === null && next.trouble === null;
      timer = window.setTimeout(
        () => void step(next.pairing),
        isNew ? 0 : next.trouble === null ? ASK_MS : RETRY_MS,
      );
    };
    void step(null);
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, []);
  return { pairing, trouble };
}

type Step = { pairing: WallboardPairing | null; trouble: string | null } | { user: CurrentUser };

async function begin(signal: AbortSignal): Promise<Step> {
  const answer = await send({ path: 'dashboard/kioskPairing', method: 'POST' }, signal);
  return answer.ok
    ? { pairing: answer.data as WallboardPairing, trouble: null }
    : { pairing: null, trouble: answer.error.message };
}

async function fetchToken(pairing: WallboardPairing, signal: AbortSignal): Promise<Step> {
  const { secret } = pairing;
  const answer = await send({ path: 'dashboard/kioskOpen', method: 'POST', body: { secret } }, signal);
  if (!answer.ok) return { pairing, trouble: answer.error.message };
  const found = answer.data as WallboardOpened;
  if (found.state !== 'OPEN') return { pairing: found.state === 'OVER' ? null : pairing, trouble: null };
  holdToken(found.token);
  const current = await send({ path: 'login/currentUser' });
  if (!current.ok) return { pairing: null, trouble: current.error.message };
  const user = current.data as CurrentUser;
  openSession(user);
  return { user };
}
