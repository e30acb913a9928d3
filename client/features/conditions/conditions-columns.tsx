import type { ICellRendererParams } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { PlanRow } from '../../../contract/cases/cases';
import type { PayLogRow } from '../../../contract/money/payments';
import type { GridColumn } from '../../ui/data-grid/data-grid';
import { Money } from '../../ui/money';
import { Day, Time } from '../../ui/dates/time';

function cell<Row>(draw: (row: Row) => ReactNode) {
  return ({ data }: ICellRendererParams<Row>) => (data ? draw(data) : null);
}

const figure = { headerClass: 'ag-right-aligned-header', cellClass: 'ag-right-aligned-cell figure' };

const PLAN_AMOUNTS = [
  'repaymentTotalAmount',
  'repaymentIncomeAmount',
  'repaymentPrincipalAmount',
  'repaymentInterestAmount',
  'overdueFeeAmount',
] as const;

const drawAmounts = Object.fromEntries(
  PLAN_AMOUNTS.map((field) => [field, cell<PlanRow>((row) => <Money value={row[field]} />)]),
);
const drawRealTime = cell<PlanRow>((row) => <Time value={row.repaymentRealTime} />);
const drawOpTime = cell<PayLogRow>((row) => <Time value={row.opTime} as="mexico" />);
const drawLogAmount = cell<PayLogRow>((row) => <Money value={row.amount} />);

export function planColumns(t: TFunction): GridColumn<PlanRow>[] {
  const column = (field: keyof PlanRow, more: GridColumn<PlanRow> = {}): GridColumn<PlanRow> => ({
    field,
    headerName: t(`conditions:column.${field}`),
    flex: 1,
    minWidth: 90,
    ...more,
  });
  const amount = (field: (typeof PLAN_AMOUNTS)[number]) =>
    column(field, { ...figure, cellRenderer: drawAmounts[field] });
  const drawPlanTime = cell<PlanRow>((row) => (
    <>
      <Day value={row.repaymentPlanTime} />
      {!row.due && !row.repaymentRealTime && <span className="muted"> · {t('conditions:not-yet-due')}</span>}
    </>
  ));
  return [
    column('period', { ...figure, flex: 0.5, minWidth: 70 }),
    column('repaymentPlanTime', { cellRenderer: drawPlanTime }),
    amount('repaymentTotalAmount'),
    column('repaymentRealTime', { cellRenderer: drawRealTime }),
    amount('repaymentIncomeAmount'),
    amount('repaymentPrincipalAmount'),
    amount('repaymentInterestAmount'),
    amount('overdueFeeAmount'),
  ];
}

export function payLogColumns(t: TFunction): GridColumn<PayLogRow>[] {
  const column = (field: keyof PayLogRow, more: GridColumn<PayLogRow> = {}): GridColumn<PayLogRow> => ({
    field,
    headerName: t(`conditions:column.${field}`),
    flex: 1,
    minWidth: 90,
    ...more,
  });
  return [
    column('opTime', { cellRenderer: drawOpTime }),
    column('type', {
      valueFormatter: ({ data, value }) =>
        t(data?.reversal ? 'conditions:reversal' : `codes:pay-log-type.${value}`),
    }),
    column('amount', { ...figure, cellRenderer: drawLogAmount }),
    column('status', { valueFormatter: ({ value }) => t(`codes:pay-log-status.${value}`) }),
    column('remark', {
      flex: 2,
      valueFormatter: ({ data, value }) =>
        data?.simulated ? `${t('common:site.simulated')} · ${value}` : String(value),
    }),
  ];
}
