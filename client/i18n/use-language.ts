import { useSyncExternalStore } from 'react';
import type { Language } from '../../contract/codes';
import { languageOf } from '../lib/language';
import { i18n } from './i18n';

/** The language that is spoken, by the product's own code. */
export const useLanguage = () => useSyncExternalStore(follow, spoken);

function follow(listener: () => void): () => void {
  i18n.on('languageChanged', listener);
  return () => i18n.off('languageChanged', listener);
}

const spoken = (): Language => languageOf(i18n.language);
