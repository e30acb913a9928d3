import type { ICellRendererParams, ValueGetterParams } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TimelineKind } from '../../../contract/cases/timeline';
import type { DayFigure } from '../../../contract/team/board-cases';
import { dayShare } from '../../../contract/shared/working-day';
import { useLanguage } from '../../i18n/use-language';
import { DASH, formatRate } from '../../lib/format';
import { useNow } from '../../state/clock';
import type { GridColumn } from '../../ui/data-grid/data-grid';
import { Money, Rate } from '../../ui/money';
import { PresenceMark } from '../../domain/presence/presence-mark';
import { AbsentTag } from '../../domain/schedules/absent-tag';
import { StopMark } from '../../domain/stops/stop-mark';
import { Age } from '../../ui/dates/time';
import { countedAt } from './board-address';
import type { SeatRow } from './seat-rows';
import { WALL_QUEUE_WIDTH } from './use-wall-plan';

type Cell = ICellRendererParams<SeatRow>;

const cell =
  (draw: (row: SeatRow) => React.ReactNode) =>
  ({ data }: Cell) =>
    data ? draw(data) : null;

const drawRank = cell((row) => <Rank row={row} />);
const drawName = cell((row) => <Name row={row} leads />);
const drawNameOnWall = cell((row) => <Name row={row} onWall />);
const drawReceivedShort = cell((row) => <Money value={row.actualReceivedAmount} short />);
const drawTarget = cell((row) => <Target row={row} />);
const drawRate = cell((row) => <Rate value={row.actualReceivedRate} />);

/** Figures that lead to what they are made of: events of the seat's day, or cases. */
const EVENTS = { actualReceivedAmount: 'money' } as const;
const CASES = {
  taskCount: 'bound',
  handledCount: 'handled',
  settleTaskCount: 'settled',
  keptRate: 'promised',
} as const;
type Leading = keyof typeof EVENTS | keyof typeof CASES;

/** The day whose events the figures lead to, and where their cases are; null where nothing leads to those. */
export interface SeatPlaces {
  day: string;
  countedFrom: string | null;
}

/** A seat leads from one of these figures to what it is made of, and from anywhere else to the collector's cases. */
export function seatAddress({ collectorId }: SeatRow, places: SeatPlaces, column = ''): string {
  const { day, countedFrom } = places;
  const kind = (EVENTS as Readonly<Record<string, TimelineKind>>)[column];
  if (kind) return `/dashboard/events/${collectorId}/${day}?kind=${kind}`;
  const figure = (CASES as Readonly<Record<string, DayFigure>>)[column];
  if (figure && countedFrom !== null) return countedAt(countedFrom, figure, collectorId);
  return `/case/list?ownerId=${collectorId}`;
}

const leading = (places: SeatPlaces, field: Leading, draw: (row: SeatRow) => React.ReactNode) =>
  cell((row) =>
    field in CASES && places.countedFrom === null ? (
      draw(row)
    ) : (
      <Figure row={row} places={places} field={field}>
        {draw(row)}
      </Figure>
    ),
  );

/** A cell that shows two values changes, and flashes, with either. */
const both =
  (...names: (keyof SeatRow)[]) =>
  ({ data }: ValueGetterParams<SeatRow>) =>
    data && names.map((name) => data[name]).join(' ');

/** The pace is marked on a live board, and at a minute that is looked back to. */
const paced = ({ data }: ValueGetterParams<SeatRow>) =>
  data && [data.finishPurposeRate, data.presence !== null, data.lookedBackTo].join(' ');

const figure = { headerClass: 'ag-right-aligned-header', cellClass: 'ag-right-aligned-cell figure' };

function maker(t: TFunction) {
  return (field: keyof SeatRow, width: number, more: GridColumn<SeatRow> = {}): GridColumn<SeatRow> => ({
    colId: field,
    field,
    headerName: t(`boards:column.${field}`),
    minWidth: 56,
    width,
    sortable: true,
    ...more,
  });
}

/** @param places to which the figures lead */
export function seatColumns(t: TFunction, places: SeatPlaces): GridColumn<SeatRow>[] {
  const column = maker(t);
  return [
    column('ranking', 106, {
      valueGetter: both('ranking', 'moved'),
      cellRenderer: drawRank,
      sortingOrder: ['asc', 'desc'],
    }),
    column('name', 160, {
      flex: 1.6,
      minWidth: 160,
      valueGetter: both('name', 'presence', 'presentSince'),
      cellRenderer: drawName,
      sortingOrder: ['asc', 'desc'],
    }),
    column('queueName', 90, { flex: 0.6, minWidth: 70, sortingOrder: ['asc', 'desc'] }),
    column('taskCount', 60, {
      ...figure,
      cellRenderer: leading(places, 'taskCount', ({ taskCount }) => taskCount),
    }),
    column('handledCount', 103, {
      ...figure,
      cellRenderer: leading(places, 'handledCount', ({ handledCount }) => handledCount ?? DASH),
    }),
    column('settleTaskCount', 94, {
      ...figure,
      cellRenderer: leading(places, 'settleTaskCount', ({ settleTaskCount }) => settleTaskCount),
    }),
    column('actualReceivedAmount', 108, {
      ...figure,
      cellRenderer: leading(places, 'actualReceivedAmount', (row) => (
        <Money value={row.actualReceivedAmount} />
      )),
    }),
    column('finishPurposeRate', 180, {
      flex: 1.4,
      minWidth: 112,
      valueGetter: paced,
      cellRenderer: drawTarget,
    }),
    column('actualReceivedRate', 74, { ...figure, cellRenderer: drawRate }),
    column('keptRate', 90, {
      ...figure,
      cellRenderer: leading(places, 'keptRate', ({ keptRate }) => <Rate value={keptRate} />),
    }),
  ];
}

/** Whether contact is stopped, and what stops it. */
export function stopColumn(t: TFunction, onStop: (person: { id: number; name: string }) => void) {
  return maker(t)('collectorId', 44, {
    pinned: 'right',
    minWidth: 44,
    headerClass: 'board-stop-head',
    sortable: false,
    cellRenderer: cell(({ collectorId: id, name, queueId }) => (
      <StopMark person={{ id, name }} queueId={queueId} onStop={onStop} small />
    )),
  });
}

/** Columns that can be read from across the room; without the queue's where all seats are of one. */
export function wallColumns(t: TFunction, queues: boolean): GridColumn<SeatRow>[] {
  const column = maker(t);
  return [
    column('ranking', 78, { valueGetter: both('ranking', 'moved'), cellRenderer: drawRank }),
    column('name', 160, {
      flex: 2.4,
      minWidth: 120,
      valueGetter: both('name', 'presence', 'presentSince'),
      cellRenderer: drawNameOnWall,
    }),
    ...(queues ? [column('queueName', WALL_QUEUE_WIDTH)] : []),
    column('settleTaskCount', 100, figure),
    column('actualReceivedAmount', 98, { ...figure, cellRenderer: drawReceivedShort }),
    column('finishPurposeRate', 180, {
      flex: 1,
      minWidth: 110,
      valueGetter: paced,
      cellRenderer: drawTarget,
    }),
  ];
}

function Rank({ row }: { row: SeatRow }) {
  const { t } = useTranslation('boards');
  if (row.ranking === null) return <span className="muted">—</span>;
  return (
    <span className="seat-rank">
      <b className="figure">{row.ranking}</b>
      {row.moved !== 0 && (
        <span className={row.moved > 0 ? 'seat-up' : 'seat-down'}>
          <span aria-hidden="true">{row.moved > 0 ? '▲' : '▼'}</span>
          <span className="visually-hidden">
            {t(row.moved > 0 ? 'boards:seats.up' : 'boards:seats.down')}
          </span>
          {Math.abs(row.moved)}
        </span>
      )}
    </span>
  );
}

/** On a wall nothing leads away. */
function Name({ row, leads = false, onWall = false }: { row: SeatRow; leads?: boolean; onWall?: boolean }) {
  const { t } = useTranslation('boards');
  const mark = row.presence && <PresenceMark state={row.presence} since={row.presentSince} />;
  return (
    <span className="seat-name">
      <span className="seat-who">
        {leads && mark ? (
          <Link className="seat-presence" to={`/presence/${row.collectorId}`}>
            {mark}
            <span className="visually-hidden">{t('boards:seats.day-of', { name: row.name })}</span>
          </Link>
        ) : (
          mark
        )}
        {onWall ? (
          <span className="seat-on-wall">{row.name}</span>
        ) : (
          <Link to={seatAddress(row, { day: row.day, countedFrom: null })} title={row.name}>
            {row.name}
          </Link>
        )}
      </span>
      {leads && row.presence && <AbsentTag userId={row.collectorId} />}
      {row.presence && row.presentSince && (
        <span className="seat-since">
          <Age since={row.presentSince} until={null} />
        </span>
      )}
    </span>
  );
}

interface FigureProps {
  row: SeatRow;
  places: SeatPlaces;
  field: Leading;
  children: React.ReactNode;
}

function Figure({ row, places, field, children }: FigureProps) {
  const { t } = useTranslation('boards');
  const of = { name: row.name, figure: t(`boards:column.${field}`) };
  const title = t(field in CASES ? 'boards:seats.cases-of' : 'boards:seats.events-of', of);
  return (
    <Link className="seat-figure" to={seatAddress(row, places, field)} title={title}>
      {children}
    </Link>
  );
}

function Target({ row }: { row: SeatRow }) {
  const language = useLanguage();
  const rate = row.finishPurposeRate;
  const live = row.presence !== null;
  const now = useNow(live ? undefined : null);
  const pace = dayShare(new Date(row.lookedBackTo ?? now));
  const text = formatRate(rate, language);
  return (
    <span className="seat-target">
      <span className="bar" aria-hidden="true">
        <span
          className={rate !== null && rate >= 1 ? 'bar-fill bar-full' : 'bar-fill'}
          style={{ width: `${Math.min(100, Math.max(0, (rate ?? 0) * 100))}%` }}
        />
        {(live || row.lookedBackTo !== null) && rate !== null && (
          <span className="bar-mark" style={{ left: `${pace * 100}%` }} />
        )}
      </span>
      <span className="figure">{text}</span>
    </span>
  );
}
