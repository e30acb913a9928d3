export interface Emitter<Value> {
  emit: (value: Value) => void;
  /** Answers how to stop listening. */
  listen: (listener: (value: Value) => void) => () => void;
}

export function createEmitter<Value>(): Emitter<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    emit: (value) => {
      for (const listener of [...listeners]) listener(value);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
