import type { ReactNode } from 'react';

/** The page's one heading, and what can be done on the page. */
export function PageHeader({ title, extra }: { title: ReactNode; extra?: ReactNode }) {
  return (
    <header className="page-header">
      <h1>{title}</h1>
      {extra && <div className="page-header-extra">{extra}</div>}
    </header>
  );
}
