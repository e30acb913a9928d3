import { useCallback, useEffect, useRef, useState } from 'react';
import type { ListenAnswer, ListenEnd, ListenMode } from '../../../contract/supervision/listening';
import { listenIn, talk } from '../../realtime/socket';
import { useAskToListenMutation, useLeaveCallMutation } from './listening-api';
import { Earpiece, Mouthpiece } from './sound';

export interface ListeningNow {
  callId: number;
  mode: ListenMode;
  shown: boolean;
}
/** Asks the server for a ticket. */
type Admit = () => Promise<{ data?: ListenAnswer }>;
type Trouble = 'refused' | 'microphone' | ListenEnd;

/** One call at a time, until one leaves, it ends, or the page is left. */
export function useListening() {
  const [now, setNow] = useState<ListeningNow | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [volume, setVolume] = useState(1);
  const [muted, setMuted] = useState(false);
  const [ask] = useAskToListenMutation();
  const [leave] = useLeaveCallMutation();
  const open = useRef<{ ear?: Earpiece; mouth?: Mouthpiece }>({});
  const close = useCallback(() => {
    const { ear, mouth } = open.current;
    for (const piece of [ear, mouth]) piece?.close();
    open.current = {};
    setNow(null);
  }, []);
  useEffect(() => close, [close]);

  const begin = async (callId: number, mode: ListenMode, admit: Admit = () => ask({ callId, mode })) => {
    close();
    setTrouble(null);
    setMuted(false);
    // Made by the press of the button: later the browser would keep it silent.
    const ear = new Earpiece(volume);
    open.current.ear = ear;
    // The server ends a listening by its own ticket alone: one that this page has dropped is left by a call.
    const fail = (why: Parameters<typeof setTrouble>[0]) => {
      close();
      if (now) void leave(now.callId);
      setTrouble(why);
    };
    try {
      if (mode !== 'LISTEN') open.current.mouth = await Mouthpiece.open(talk);
    } catch {
      return fail('microphone');
    }
    const { data } = await admit();
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
  const hearAt = (wanted: number) => {
    setVolume(wanted);
    if (open.current.ear) open.current.ear.volume = wanted;
  };
  const mute = (wanted: boolean) => {
    setMuted(wanted);
    if (open.current.mouth) open.current.mouth.muted = wanted;
  };
  const level = useCallback((side: 'ear' | 'mouth') => open.current[side]?.level() ?? 0, []);
  return { now, trouble, begin, end, volume, hearAt, muted, mute, level };
}

export type ListeningState = ReturnType<typeof useListening>;
