import type { ICellRendererParams } from 'ag-grid-community';
import type { ReactNode } from 'react';
import type { Words } from '../../i18n/use-words';
import type { GridColumn } from '../../ui/data-grid/data-grid';
import { Money } from '../../ui/money';
import { Day, Time } from '../../ui/time';
import type { RepayRow } from '../../../contract/statistics';

const cell =
  (draw: (row: RepayRow) => ReactNode) =>
  ({ data }: ICellRendererParams<RepayRow>) =>
    data ? draw(data) : null;

const drawDue = cell((row) => <Day value={row.repay_due_time} />);
const drawDueAmount = cell((row) => <Money value={row.repay_due_amount} />);
const drawAmount = cell((row) => <Money value={row.amount} />);
const drawTime = cell((row) => <Time value={row.repay_time} />);

export function statisticsColumns(t: Words): GridColumn<RepayRow>[] {
  const column = (field: keyof RepayRow, more: GridColumn<RepayRow> = {}): GridColumn<RepayRow> => ({
    field,
    headerName: t(`statistics:column.${field}`),
    flex: 1,
    minWidth: 96,
    ...more,
  });
  const figure = { headerClass: 'ag-right-aligned-header', cellClass: 'ag-right-aligned-cell figure' };
  return [
    column('borrow_id'),
    column('user_id', { cellClass: 'figure' }),
    column('user_name', { flex: 1.6 }),
    column('repay_due_time', { cellRenderer: drawDue }),
    column('penalty_day', figure),
    column('repay_due_amount', { ...figure, cellRenderer: drawDueAmount }),
    column('amount', { ...figure, cellRenderer: drawAmount }),
    column('repay_time', { minWidth: 106, cellRenderer: drawTime }),
    column('repay_way_name', { cellRenderer: cell((row) => t(`codes:pay-channel.${row.repay_way_name}`)) }),
  ];
}
