import { useSyncExternalStore } from 'react';

export interface Media {
  matches: () => boolean;
  /** @returns what ends it */
  follow: (changed: () => void) => () => void;
}

/** Known from its events alone: Chromium sends none for a change that somebody has read from the query before. */
function media(text: string): Media {
  const query = matchMedia(text);
  let { matches } = query;
  query.addEventListener('change', (event) => (matches = event.matches));
  return {
    matches: () => matches,
    follow: (changed) => {
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
  };
}

export const darkMedia = media('(prefers-color-scheme: dark)');
const stillMedia = media('(prefers-reduced-motion: reduce)');

export const useMedia = ({ matches, follow }: Media) => useSyncExternalStore(follow, matches);

export const useReducedMotion = () => useMedia(stillMedia);
