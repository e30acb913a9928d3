import type { ICellRendererParams } from 'ag-grid-community';
import { Link } from 'react-router';
import type { CaseRow } from '../../../contract/cases';
import type { Words } from '../../i18n/use-words';
import type { GridColumn } from '../../ui/data-grid/data-grid';
import { Money } from '../../ui/money';
import { CallResultText, CaseStatusTag } from '../../ui/status-tag';
import { Day, Time } from '../../ui/time';
import { casePath } from './list-memory';

type Cell = ICellRendererParams<CaseRow>;

const cell =
  (draw: (row: CaseRow) => React.ReactNode) =>
  ({ data }: Cell) =>
    data ? draw(data) : null;

const drawLoan = cell((row) => (
  <Link to={casePath(row)} className="figure">
    {row.loanId}
  </Link>
));
const drawDay = cell((row) => <Day value={row.penaltyDate} />);
const drawAmount = cell((row) => <Money value={row.amount} />);
const drawStatus = cell((row) => <CaseStatusTag status={row.status} />);
const drawResult = cell((row) => <CallResultText result={row.lastCallResult} />);
const drawTime = cell((row) => <Time value={row.lastCallTime} />);

/** The specification's ten columns in its order; leaders see besides whose case it is. */
export function caseColumns(t: Words, withOwner: boolean): GridColumn<CaseRow>[] {
  const column = (field: keyof CaseRow, width: number, more: GridColumn<CaseRow> = {}): GridColumn<CaseRow> => ({
    field,
    headerName: t(`cases:column.${field}`),
    headerTooltip: t(`cases:column.${field}`),
    minWidth: 80,
    width,
    ...more,
  });
  const figure = { type: 'rightAligned', cellClass: 'figure' };
  return [
    column('loanId', 130, { cellRenderer: drawLoan, pinned: 'left' }),
    column('borrowerId', 96, { cellClass: 'figure' }),
    column('borrowerName', 190, { flex: 1, minWidth: 140 }),
    column('penaltyDate', 122, { cellRenderer: drawDay }),
    column('penaltyDay', 104, { ...figure, sortable: true }),
    column('amount', 136, { ...figure, sortable: true, cellRenderer: drawAmount }),
    column('status', 132, { cellRenderer: drawStatus }),
    column('lastCallResult', 150, { cellRenderer: drawResult }),
    column('lastCallTime', 132, { sortable: true, cellRenderer: drawTime }),
    column('lastCallAgent', 130),
    ...(withOwner ? [column('ownerName', 130)] : []),
  ];
}
