import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TIMELINE_KINDS, type TimelineKind } from '../../../contract/cases/timeline';

interface KindsProps {
  kind: TimelineKind | null;
  onKind: (kind: TimelineKind | null) => void;
  /** Stands at the end of their line. */
  children?: ReactNode;
}

export function Kinds({ kind, onKind, children }: KindsProps) {
  const { t } = useTranslation('timeline');
  return (
    <div className="timeline-kinds" role="group" aria-label={t('timeline:filter.label')}>
      {[null, ...TIMELINE_KINDS].map((name) => (
        <button
          key={name ?? 'all'}
          type="button"
          className="timeline-kind"
          aria-pressed={kind === name}
          onClick={() => onKind(name)}
        >
          {t(`timeline:filter.${name ?? 'all'}`)}
        </button>
      ))}
      {children}
    </div>
  );
}
