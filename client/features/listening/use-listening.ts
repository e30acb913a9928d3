import { useCallback, useEffect, useRef, useState } from 'react';
import type { ListenEnd, ListenMode } from '../../../contract/supervision/listening';
import { listenIn, talk } from '../../realtime/socket';
import { useAskToListenMutation, useLeaveCallMutation } from './listening-api';
import { Earpiece, Mouthpiece } from './sound';

interface Listening {
  callId: number;
  mode: ListenMode;
  shown: boolean;
}
type Trouble = 'refused' | 'microphone' | ListenEnd;

/** One call at a time, until one leaves, it ends, or the page is left. */
export function useListening() {
  const [now, setNow] = useState<Listening | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [ask] = useAskToListenMutation();
  const [leave] = useLeaveCallMutation();
  const open = useRef<{ close: () => void }[]>([]);
  const close = useCallback(() => {
    for (const piece of open.current) piece.close();
    open.current = [];
    setNow(null);
  }, []);
  useEffect(() => close, [close]);

  const begin = async (callId: number, mode: ListenMode) => {
    close();
    setTrouble(null);
    // Made by the press of the button: later the browser would keep it silent.
    const ear = new Earpiece();
    // The server ends a listening by its own ticket alone: one that this page has dropped is left by a call.
    const fail = (why: Parameters<typeof setTrouble>[0]) => {
      close();
      if (now) void leave(now.callId);
      setTrouble(why);
    };
    open.current.push(ear);
    try {
      if (mode !== 'LISTEN') open.current.push(await Mouthpiece.open(talk));
    } catch {
      return fail('microphone');
    }
    const { data } = await ask({ callId, mode });
    if (!data) return fail(null);
    const begun = await listenIn(data.ticket, {
      onSound: (pcm) => ear.play(pcm),
      onEnd: (reason) => {
        close();
        setTrouble(reason === 'LEFT' ? null : reason);
      },
    });
    if (begun) return setNow({ callId, mode, shown: data.shown });
    fail('refused');
  };
  const end = () => {
    if (now) void leave(now.callId);
    close();
  };
  return { now, trouble, begin, end };
}
