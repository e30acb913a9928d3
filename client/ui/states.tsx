import './states.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallError } from '../api/envelope';
import { NO_SERVER } from '../api/envelope';
import { Button } from './button';

export function TableSkeleton({ rows }: { rows: number }) {
  return (
    <div className="skeleton skeleton-table" aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} />
      ))}
    </div>
  );
}

export function PanelSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div className="skeleton skeleton-lines" aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} />
      ))}
    </div>
  );
}

export function PageSkeleton() {
  return (
    <div className="page">
      <PanelSkeleton lines={8} />
    </div>
  );
}

export function EmptyState({ title, hint, action }: { title: string; hint?: string; action?: ReactNode }) {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      {hint && <p className="state-hint">{hint}</p>}
      {action}
    </div>
  );
}

/** A refused read is not retried. */
const MAY_NOT_READ = '20';

export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation();
  const known = isCallError(error) ? error : null;
  const message =
    known && known.code !== NO_SERVER && known.message ? known.message : t('common:error.no-server');
  return (
    <div className="state" role="alert">
      <p className="state-title">{known || !error ? message : t('common:error.system')}</p>
      {known?.requestId && (
        <p className="state-hint">{t('common:error.reference', { id: known.requestId })}</p>
      )}
      {onRetry && known?.code !== MAY_NOT_READ && (
        <Button onClick={onRetry}>{t('common:action.retry')}</Button>
      )}
    </div>
  );
}

/** The right to see it has gone, also where it is still known what it was. */
export function isDenied(error: unknown): boolean {
  return isCallError(error) && error.code === MAY_NOT_READ;
}

export function isCallError(error: unknown): error is CallError {
  return typeof error === 'object' && error !== null && 'code' in error && 'fields' in error;
}
