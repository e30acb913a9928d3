import type { ReactNode } from 'react';
import { usePageTitle } from './use-page-title';

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
