import { useCallback, useEffect, useState } from 'react';
import type { Captcha } from '../../../contract/session';
import { newCaptcha } from './login-calls';

export type Proof = 'none' | 'solving' | 'solved' | 'failed';

/** The captcha's picture, and the proof of work that may stand in for it. Both serve one attempt. */
export function useCaptcha() {
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const [missing, setMissing] = useState(false);
  const [proof, setProof] = useState<{ state: Proof; payload: string | null }>({
    state: 'none',
    payload: null,
  });
  const refresh = useCallback(async () => {
    setProof({ state: 'none', payload: null });
    const next = await newCaptcha();
    setCaptcha(next);
    setMissing(next === null);
  }, []);
  useEffect(() => {
    let current = true;
    newCaptcha().then(
      (first) => {
        if (!current) return;
        setCaptcha(first);
        setMissing(first === null);
      },
      () => current && setMissing(true),
    );
    return () => {
      current = false;
    };
  }, []);
  const solve = async (harder = false) => {
    setProof({ state: 'solving', payload: null });
    try {
      const { solveProofOfWork } = await import('./proof-of-work');
      const payload = await solveProofOfWork(harder);
      setProof({ state: payload ? 'solved' : 'failed', payload });
    } catch (cause) {
      console.error('the proof of work failed', cause);
      setProof({ state: 'failed', payload: null });
    }
  };
  return { captcha, missing, proof, refresh, solve };
}
