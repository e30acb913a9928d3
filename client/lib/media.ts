import { useCallback, useSyncExternalStore } from 'react';

export const darkQuery = matchMedia('(prefers-color-scheme: dark)');
const motionQuery = matchMedia('(prefers-reduced-motion: reduce)');

export function useMedia(query: MediaQueryList): boolean {
  const follow = useCallback(
    (changed: () => void) => {
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => query.matches);
}

export const useReducedMotion = () => useMedia(motionQuery);
