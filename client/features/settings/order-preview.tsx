import type { TFunction } from 'i18next';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Weights } from '../../../contract/cases/priorities';
import { daysBetween } from '../../../contract/shared/date';
import type { FormState } from '../../ui/entity-form/use-form-state';
import type { Values } from '../../ui/entity-form/values';
import { Money } from '../../ui/money';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { type Placed, reordered } from './order';
import { useOrderSampleQuery } from './settings-api';

const SHOWN = 10;

export function OrderPreview({ draft: form, inForce }: { draft: FormState; inForce: Values }) {
  const { t } = useTranslation(['settings', 'cases']);
  const { data, error, refetch } = useOrderSampleQuery();
  const broken = Object.keys(form.problems).length > 0;
  const then = useDeferredValue(broken ? inForce : form.values);
  const placed = useMemo(
    () => (data ? reordered(data, weightsOf(inForce), weightsOf(then)) : []),
    [data, inForce, then],
  );
  const moved = placed.filter(({ place, placeBefore }) => place !== placeBefore).length;
  return (
    <section className="card" aria-label={t('settings:order.title')}>
      <header className="card-head">
        <h2>{t('settings:order.title')}</h2>
      </header>
      {!data &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={10} />)}
      {data?.cases.length === 0 && <EmptyState title={t('settings:order.empty')} />}
      {data && data.cases.length > 0 && (
        <>
          <p className="muted setting-order-hint">
            {t('settings:order.of', { name: data.collector })}{' '}
            <span role="status">
              {broken
                ? t('settings:order.broken')
                : moved === 0
                  ? t('settings:order.same')
                  : t('settings:order.moved', { moved, total: placed.length })}
            </span>
          </p>
          <SmallTable
            label="settings:order.title"
            words="settings:order"
            columns={columns(data.today)}
            rows={placed.slice(0, SHOWN)}
            rowKey={(row) => row.case.id}
          />
        </>
      )}
    </section>
  );
}

function columns(today: string): readonly SmallColumn<Placed>[] {
  return [
    { field: 'place', kind: 'count' },
    { field: 'placeBefore', head: 'settings:order.move', draw: (row, t) => <Move {...row} t={t} /> },
    {
      field: 'case',
      head: 'cases:column.loanId',
      draw: (row) => <span className="figure">{row.case.loanId}</span>,
    },
    {
      field: 'case',
      kind: 'money',
      head: 'settings:order.amount',
      draw: (row) => <Money value={row.case.amount} short />,
    },
    {
      field: 'case',
      kind: 'count',
      head: 'settings:order.days',
      draw: (row) => daysBetween(row.case.penaltyDate, today),
    },
    {
      field: 'reason',
      head: 'cases:column.reasons',
      draw: ({ reason }, t) =>
        reason ? t(`cases:why.${reason.code}`, { count: reason.params['days'] }) : '',
    },
  ];
}

function Move({ place, placeBefore, t }: Placed & { t: TFunction }) {
  const steps = placeBefore - place;
  if (steps === 0) return <span className="muted">=</span>;
  const label = t('settings:order.was', { place: placeBefore });
  return (
    <span className={steps > 0 ? 'setting-up figure' : 'setting-down figure'} title={label}>
      <span aria-hidden="true">
        {steps > 0 ? '▲' : '▼'} {Math.abs(steps)}
      </span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/** The form's fields are all of a weights' document, and whole numbers: see entity-form/problems. */
function weightsOf(values: Values): Weights {
  return values as unknown as Weights;
}
