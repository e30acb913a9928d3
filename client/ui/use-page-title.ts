import { useEffect } from 'react';
import { useWords } from '../i18n/use-words';

/**
 * The browser tab's title, by which a person tells ten open cases apart. A browser keeps titles in its history: a borrower
 * is named there by the loan alone.
 */
export function usePageTitle(text: string | undefined): void {
  const { t } = useWords();
  useEffect(() => {
    document.title = text ? `${text} · ${t('common:product')}` : t('common:product');
  }, [text, t]);
}
