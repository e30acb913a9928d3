import './ranks.css';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { RANKED, type RankRow, type Ranks } from '../../../contract/team/ranks';
import { businessDay } from '../../../contract/shared/date';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { useLanguage } from '../../i18n/use-language';
import { formatDay } from '../../lib/format';
import { useWatch } from '../../realtime/hooks';
import { useNow } from '../../state/clock';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter, ListQuery } from '../../ui/list-page/list-query';
import { RankPicture } from './rank-picture';
import { exportCall, useRanksQuery } from './ranks-api';

const FILTERS: readonly Filter[] = [
  { name: 'name' },
  { name: 'date', kind: 'day' },
  { name: 'ranked', kind: 'choice', choices: RANKED, words: 'ranks:ranked' },
  { name: 'institutionId', kind: 'choice' },
  { name: 'groupId', kind: 'choice' },
  { name: 'queueId', kind: 'choice' },
];

const COLUMNS: readonly Column<RankRow>[] = [
  {
    field: 'institutionRanking',
    width: 112,
    grow: 0.4,
    sortable: true,
    draw: (row, t) => (
      <Place
        rank={row.institutionRanking}
        of={row.institutionRankedCount}
        moved={row.institutionMoved}
        t={t}
      />
    ),
  },
  { field: 'name', kind: 'name', width: 150, sortable: true },
  {
    field: 'ranking',
    width: 100,
    grow: 0.4,
    sortable: true,
    draw: (row, t) => <Place rank={row.ranking} of={row.rankedCount} moved={row.moved} t={t} />,
  },
  { field: 'queueName', width: 74 },
  { field: 'groupName', width: 80 },
  { field: 'institutionName', width: 108 },
  { field: 'finishPurposeRate', kind: 'rate', width: 122, sortable: true },
  { field: 'actualReceivedAmount', kind: 'money', width: 106, sortable: true },
  { field: 'settleTaskCount', kind: 'count', width: 90 },
  { field: 'settleTaskRate', kind: 'rate', width: 96, sortable: true },
];

/** Ranks in the own group and in the institution, by the cards' figures, live. */
export function Component() {
  const { t } = useTranslation('ranks');
  const today = businessDay(new Date(useNow(null)));
  const file = ({ date }: ListQuery) => `${t('ranks:file')}-${date ?? today}.csv`;
  return (
    <ListPage<RankRow, Ranks>
      id="ranks"
      words="ranks"
      useRows={useRanksQuery}
      filters={FILTERS}
      options={usePlaceOptions()}
      columns={COLUMNS}
      rowId={({ collectorId }) => String(collectorId)}
      open={({ collectorId }) => `/case/list?ownerId=${collectorId}`}
      exported={{ call: exportCall, file, may: 'statistics:export' }}
      above={({ currentData }) =>
        currentData && (
          <>
            <About ranks={currentData} />
            <RankPicture rows={currentData.result} />
          </>
        )
      }
    />
  );
}

/** The server takes so many rooms of one browser. */
const MAX_GROUPS = 30;

function About({ ranks: { day, dayBefore, result } }: { ranks: Ranks }) {
  const { t } = useTranslation('ranks');
  const language = useLanguage();
  const groups = [...new Set(result.map(({ groupId }) => groupId))].slice(0, MAX_GROUPS);
  return (
    <p className="list-above muted">
      {t('ranks:about', { day: formatDay(day, language), before: formatDay(dayBefore, language) })}
      {groups.map((groupId) => (
        <Watched key={groupId} groupId={groupId} />
      ))}
    </p>
  );
}

function Watched({ groupId }: { groupId: number }) {
  useWatch({ topic: 'board', groupId });
  return null;
}

function Place({
  rank,
  of,
  moved,
  t,
}: {
  rank: number | null;
  of: number;
  moved: number | null;
  t: TFunction;
}) {
  if (rank === null) return <span className="muted">—</span>;
  const hint = moved && t(moved > 0 ? 'ranks:up' : 'ranks:down', { count: Math.abs(moved) });
  return (
    <span className="rank-place figure">
      <span>{t('ranks:of', { rank, total: of })}</span>
      {moved !== null && moved !== 0 && (
        <span className={moved > 0 ? 'rank-up' : 'rank-down'} title={hint || undefined}>
          <span aria-hidden="true">
            {moved > 0 ? '▲' : '▼'}
            {Math.abs(moved)}
          </span>
          <span className="visually-hidden">{hint}</span>
        </span>
      )}
    </span>
  );
}
