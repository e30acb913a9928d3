import { useEffect, useState } from 'react';
import type { Language } from '../../../contract/codes';
import { storedLanguage } from '../../lib/language';

type GridWords = Record<string, string>;

/** AG Grid's own words; English is built in. */
async function loadGridWords(language: Language): Promise<GridWords | undefined> {
  if (language === 'cn') return (await import('./grid-words-cn')).default;
  if (language === 'es') return (await import('./grid-words-es')).default;
  return undefined;
}

const loaded = new Map<Language, GridWords | undefined>();

async function fetchGridWords(language: Language): Promise<void> {
  // The grid's few own words in English are better than no grid.
  loaded.set(language, await loadGridWords(language).catch(() => undefined));
}

// Most tables are drawn in the language that the page began with.
void fetchGridWords(storedLanguage());

/** Null until the words of the language are loaded: the grid takes them only when it is made. */
export function useGridWords(language: Language): { words: GridWords | undefined } | null {
  const [, setArrived] = useState<Language>();
  useEffect(() => {
    if (loaded.has(language)) return;
    let current = true;
    void fetchGridWords(language).then(() => current && setArrived(language));
    return () => {
      current = false;
    };
  }, [language]);
  return loaded.has(language) ? { words: loaded.get(language) } : null;
}
