import type { ICellRendererParams } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import type { CaseRow } from '../../../../contract/cases/cases';
import type { GridColumn } from '../../../ui/data-grid/data-grid';
import { LINES } from '../../../ui/data-grid/tight-columns';
import { Money } from '../../../ui/money';
import { CallResultText, CaseStatusTag } from '../../../domain/cases/status-tags';
import { Day, Time } from '../../../ui/dates/time';
import { casePath } from '../case-path';
import { Why } from './why';

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
const drawWhy = cell((row) => <Why reasons={row.reasons} />);
const drawName = cell((row) => <span title={row.borrowerName}>{row.borrowerName}</span>);
const drawDay = cell((row) => <Day value={row.penaltyDate} short />);
const drawAmount = cell((row) => <Money value={row.amount} />);
const drawStatus = cell((row) => <CaseStatusTag status={row.status} />);
const drawResult = cell((row) => <CallResultText result={row.lastCallResult} />);
const drawAgent = cell((row) => <span title={row.lastCallAgent ?? ''}>{row.lastCallAgent}</span>);
const drawOwner = cell((row) => <span title={row.ownerName ?? ''}>{row.ownerName}</span>);
const drawTime = cell((row) => <Time value={row.lastCallTime} />);

/** The specification's ten columns in its order, before them why a case stands where it does; leaders see whose it is. */
export function caseColumns(t: TFunction, withOwner: boolean): GridColumn<CaseRow>[] {
  const column = (
    field: keyof CaseRow,
    width: number,
    more: GridColumn<CaseRow> = {},
  ): GridColumn<CaseRow> => ({
    field,
    headerName: t(`cases:column.${field}`),
    minWidth: 60,
    width,
    ...more,
  });
  // At 1280 all columns are in sight: names and words take two lines before they are cut.
  const words = { cellClass: LINES };
  const figure = { headerClass: 'ag-right-aligned-header', cellClass: 'ag-right-aligned-cell figure' };
  return [
    column('reasons', withOwner ? 96 : 118, {
      ...words,
      colId: 'priority',
      cellRenderer: drawWhy,
      pinned: 'left',
      sortable: !withOwner,
      sortingOrder: ['desc'],
      equals: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    }),
    column('loanId', 112, { cellRenderer: drawLoan, pinned: 'left' }),
    column('borrowerId', 66, { cellClass: 'figure' }),
    column('borrowerName', 160, { ...words, flex: 1.8, minWidth: 116, cellRenderer: drawName }),
    column('penaltyDate', withOwner ? 70 : 78, { cellRenderer: drawDay }),
    // The group's list is sorted by it: its head has an arrow.
    column('penaltyDay', withOwner ? 94 : 66, { ...figure, sortable: true }),
    column('amount', 88, { ...figure, sortable: true, cellRenderer: drawAmount }),
    column('status', 130, { ...words, flex: 0.6, minWidth: 106, cellRenderer: drawStatus }),
    column('lastCallResult', 130, { ...words, flex: 1, minWidth: 76, cellRenderer: drawResult }),
    column('lastCallTime', 108, {
      ...words,
      flex: 0.6,
      minWidth: 70,
      sortable: true,
      cellRenderer: drawTime,
    }),
    column('lastCallAgent', 120, { ...words, flex: 1, minWidth: 75, cellRenderer: drawAgent }),
    ...(withOwner
      ? [column('ownerName', 120, { ...words, flex: 1, minWidth: 75, cellRenderer: drawOwner })]
      : []),
  ];
}
