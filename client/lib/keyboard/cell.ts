import { useSyncExternalStore } from 'react';

/** A value outside of the store that screens can follow: preferences, connection, session. */
export interface Cell<Value> {
  get: () => Value;
  set: (value: Value) => void;
  follow: (listener: () => void) => () => void;
}

export function createCell<Value>(initial: Value): Cell<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of [...listeners]) listener();
    },
    follow: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export function useCell<Value>(cell: Cell<Value>): Value {
  return useSyncExternalStore(cell.follow, cell.get);
}
