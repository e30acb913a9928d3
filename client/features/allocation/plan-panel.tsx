import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AllocationPlan } from '../../../contract/team/allocation';
import { EmptyState } from '../../ui/states';
import { Tag } from '../../ui/status-tag';
import { Fairness } from './fairness';

interface PlanPanelProps {
  title: string;
  plan: AllocationPlan;
  children?: ReactNode;
}

/** A plan: to whom it gives how much, and what it has to leave. */
export function PlanPanel({ title, plan, children }: PlanPanelProps) {
  const { t } = useTranslation('allocation');
  const { planned, left, recommendedSeats, missingSeats, seats } = plan;
  const gap = recommendedSeats - seats.length;
  return (
    <section className="card allocation-plan" aria-label={title}>
      <h2>{title}</h2>
      <p className="allocation-facts">
        {t('allocation:given', { count: planned })}
        {left > 0 && <Tag tone="bad">{t('allocation:left', { count: left })}</Tag>}
        {missingSeats > 0 && <Tag tone="warn">{t('allocation:seatGap.seats', { count: missingSeats })}</Tag>}
        {missingSeats === 0 && gap > 0 && <Tag tone="warn">{t('allocation:gap', { count: gap })}</Tag>}
      </p>
      {seats.length > 0 ? (
        <>
          <Fairness seats={seats} />
          <p className="muted allocation-expected">{t('allocation:expected')}</p>
        </>
      ) : (
        <EmptyState title={t('allocation:nobody')} />
      )}
      {children}
    </section>
  );
}
