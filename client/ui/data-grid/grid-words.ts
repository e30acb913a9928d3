import { useEffect, useState } from 'react';
import type { Language } from '../../../contract/codes';

type GridWords = Record<string, string>;

/** AG Grid's own words; English is built in. */
async function loadGridWords(language: Language): Promise<GridWords | undefined> {
  if (language === 'cn') return (await import('./grid-words-cn')).default;
  if (language === 'es') return (await import('./grid-words-es')).default;
  return undefined;
}

/** Null until the words of the language are loaded: the grid takes them only when it is made. */
export function useGridWords(language: Language): { words: GridWords | undefined } | null {
  const [loaded, setLoaded] = useState<{ language: Language; words: GridWords | undefined } | null>(null);
  useEffect(() => {
    let current = true;
    loadGridWords(language).then(
      (words) => current && setLoaded({ language, words }),
      // The grid's few own words in English are better than no grid.
      () => current && setLoaded({ language, words: undefined }),
    );
    return () => {
      current = false;
    };
  }, [language]);
  return loaded?.language === language ? loaded : null;
}
