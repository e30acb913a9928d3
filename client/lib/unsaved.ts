import { useEffect } from 'react';

let dirty = 0;

/** True while a form on screen holds what nobody has saved: a lost session then asks instead of leaving. */
export function hasUnsaved(): boolean {
  return dirty > 0;
}

export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    dirty += 1;
    return () => {
      dirty -= 1;
    };
  }, [isDirty]);
}
