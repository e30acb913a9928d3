import './board.css';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { PLATFORMS } from '../../../contract/codes';
import { DAY_FIGURES, type BoardCaseRow, type BoardCases } from '../../../contract/team/board-cases';
import { useWatch } from '../../realtime/hooks';
import { DASH } from '../../lib/format';
import type { Options } from '../../ui/entity-form/value-text';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { Money } from '../../ui/money';
import { useBoardGroupsQuery, useBoardSeatsQuery, useBoardSummaryQuery } from './boards-api';
import { useDayCasesQuery } from './day-cases-api';

const FILTERS: readonly Filter[] = [
  { name: 'figure', kind: 'segments', choices: DAY_FIGURES, words: 'day-cases:figure' },
  { name: 'groupId', kind: 'choice' },
  { name: 'collectorId', kind: 'choice' },
  { name: 'queueId', kind: 'choice' },
  { name: 'date', kind: 'day' },
  { name: 'device', kind: 'choice', choices: PLATFORMS, words: 'boards:device' },
  { name: 'product', kind: 'kept' },
];

const COLUMNS: readonly Column<BoardCaseRow>[] = [
  { field: 'about', width: 220, draw: (row) => <Case row={row} /> },
  { field: 'collector', width: 150 },
  { field: 'received', kind: 'money', width: 120, grow: 0 },
  { field: 'payable', kind: 'money', width: 120, grow: 0 },
  { field: 'handled', kind: 'yes', width: 100, grow: 0 },
  { field: 'settled', kind: 'yes', width: 100, grow: 0 },
  { field: 'kept', width: 110, grow: 0, draw: (row) => <Kept of={row} /> },
];

/** Names the case; one that is somebody else's by now shows its figures alone. */
function Case({ row: { about } }: { row: BoardCaseRow }) {
  const { t } = useTranslation('day-cases');
  if (!about) return <span className="muted">{t('day-cases:gone')}</span>;
  return <Link to={pathOf(about)}>{`${about.borrowerName} · ${about.loanId}`}</Link>;
}

/** As "1 of 2"; a dash where no promise was judged. */
function Kept({ of: { judged, kept } }: { of: Pick<BoardCaseRow, 'judged' | 'kept'> }) {
  const { t } = useTranslation('day-cases');
  if (judged === 0) return <span className="muted">{DASH}</span>;
  return <span className="figure">{t('day-cases:kept-of', { kept, judged })}</span>;
}

const pathOf = ({ taskId, loanId }: NonNullable<BoardCaseRow['about']>) =>
  `/task/${taskId}/${encodeURIComponent(loanId)}`;

/** Teams, and the seats and queues of the one that is shown. */
function useChoices(group: string | null, day: string | null): Options {
  const { data: groups = [] } = useBoardGroupsQuery();
  const groupId = Number(group ?? groups[0]?.id) || 0;
  const board = { groupId, date: day ?? undefined };
  const skip = { skip: groupId === 0 };
  const { data: seats } = useBoardSeatsQuery(board, skip);
  const { data: summary } = useBoardSummaryQuery(board, skip);
  const named = (rows: readonly { id: number; name: string }[] = []) =>
    rows.map(({ id, name }) => ({ value: id, label: name }));
  return {
    groupId: named(groups),
    collectorId: named(seats?.rows.map(({ collectorId: id, name }) => ({ id, name }))),
    queueId: named(summary?.queues),
  };
}

/** The cases that a figure of the board counts, with their count and sums, as they change. */
export function Component() {
  const { t } = useTranslation('boards');
  const [search] = useSearchParams();
  const choices = useChoices(search.get('groupId'), search.get('date'));
  return (
    <ListPage<BoardCaseRow, BoardCases>
      id="day-cases"
      words="day-cases"
      back={{ to: '/dashboard', label: t('boards:title') }}
      useRows={useDayCasesQuery}
      filters={FILTERS}
      options={() => choices}
      columns={COLUMNS}
      rowId={({ collectorId, caseId }) => `${collectorId} ${caseId}`}
      open={({ about, collectorId }) => (about ? pathOf(about) : `/dashboard/events/${collectorId}`)}
      above={({ data }) => data && <Sums of={data} />}
    />
  );
}

/** As the board has them, and it stays so: the team's board is watched. */
function Sums({ of }: { of: BoardCases }) {
  const { groupId, groupName, day, totalCount, received, payable } = of;
  const { t } = useTranslation('day-cases');
  useWatch({ topic: 'board', groupId });
  return (
    <p className="board-sums" role="status">
      <strong>{t('day-cases:count', { count: totalCount })}</strong>
      <span>
        {t('day-cases:field.received')} <Money value={received} />
      </span>
      <span>
        {t('day-cases:field.payable')} <Money value={payable} />
      </span>
      {of.judged > 0 && (
        <span>
          {t('day-cases:field.kept')} <Kept of={of} />
        </span>
      )}
      <span className="muted">
        {groupName} · {day}
      </span>
    </p>
  );
}
