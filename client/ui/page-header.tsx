import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  /** What the page is held to. */
  beside?: ReactNode;
  extra?: ReactNode;
}

export function PageHeader({ title, beside, extra }: PageHeaderProps) {
  return (
    <header className="page-header">
      <h1>{title}</h1>
      {beside && <div className="page-header-beside">{beside}</div>}
      {extra && <div className="page-header-extra">{extra}</div>}
    </header>
  );
}
