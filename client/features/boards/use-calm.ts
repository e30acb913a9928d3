import { useEffect, useEffectEvent, useState } from 'react';

/** A value at most once per `everyMs`, the latest last: for pictures that cost more to draw than to miss a step. */
export function useCalm<Value>(value: Value, everyMs: number): Value {
  const [shown, setShown] = useState(value);
  const due = !Object.is(shown, value);
  const show = useEffectEvent(() => setShown(value));
  useEffect(() => {
    if (!due) return;
    const timer = setTimeout(() => show(), everyMs);
    return () => clearTimeout(timer);
  }, [due, everyMs]);
  return shown;
}
