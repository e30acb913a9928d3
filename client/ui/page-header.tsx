import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

interface PageHeaderProps {
  title: string;
  /** Instead of the title in the browser's tab, whose history keeps no borrower's name. */
  tab?: string;
  /** The page's filter. */
  beside?: ReactNode;
  extra?: ReactNode;
}

export function PageHeader({ title, tab = title, beside, extra }: PageHeaderProps) {
  usePageTitle(tab);
  return (
    <header className="page-header">
      <h1>{title}</h1>
      {beside && <div className="page-header-beside">{beside}</div>}
      {extra && <div className="page-header-extra">{extra}</div>}
    </header>
  );
}

/**
 * The browser tab's title, by which a person tells ten open cases apart. A browser keeps titles in its history: a borrower
 * is named there by the loan alone.
 */
export function usePageTitle(text: string | undefined): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = text ? `${text} · ${t('common:product')}` : t('common:product');
  }, [text, t]);
}
