import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BoardGroup } from '../../../../contract/team/boards';
import { dayShare } from '../../../../contract/shared/working-day';
import { useLanguage } from '../../../i18n/use-language';
import { formatCount, formatMoney, formatRate } from '../../../lib/format';
import { useWatch } from '../../../realtime/hooks';
import { useNow } from '../../../state/clock';
import { Money, Rate } from '../../../ui/money';
import { ErrorState, PanelSkeleton } from '../../../ui/states';
import { Bar } from '../board-tiles';
import { useBoardSummaryQuery } from '../boards-api';

const HourChart = lazy(() => import('../hour-chart'));

/** One team of several: the same figures in the same places, so that the eye compares them across. */
export function TeamCard({ group }: { group: BoardGroup }) {
  const { t } = useTranslation('boards');
  const language = useLanguage();
  const { data, error, refetch } = useBoardSummaryQuery({ groupId: group.id });
  useWatch({ topic: 'board', groupId: group.id });
  const now = useNow();
  const pace = dayShare(new Date(now));
  const totals = data?.totals;
  const rate = totals?.targetAchievementRate ?? null;
  const count = (value: number | null | undefined) => formatCount(value, language);
  return (
    <li className="board-panel team-card">
      <h2>
        <Link to={`/dashboard?groupId=${group.id}`}>{group.name}</Link>
      </h2>
      {!data &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={6} />)}
      {totals && (
        <>
          <strong className="team-card-amount">
            <Money value={totals.receivedAmount} />
          </strong>
          <Bar
            share={rate}
            mark={totals.purpose ? pace : null}
            label={`${t('boards:tile.achievement')} ${formatRate(rate, language)}`}
          />
          <dl className="team-card-facts">
            <Fact name={t('boards:teams.target')}>{formatMoney(totals.purpose, language)}</Fact>
            <Fact name={t('boards:tile.achievement')}>
              <Rate value={rate} />
            </Fact>
            <Fact name={t('boards:tile.settled')}>
              {count(totals.settledCases)} / {count(totals.boundCases)}
            </Fact>
            <Fact name={t('boards:tile.completion')}>
              <Rate value={totals.completionRate} />
            </Fact>
            <Fact name={t('boards:teams.seats')}>{count(totals.seats)}</Fact>
            <Fact name={t('boards:tile.uncovered')} alarm={(data.uncovered ?? 0) > 0}>
              {count(data.uncovered)}
            </Fact>
          </dl>
          <Suspense fallback={null}>
            <div className="team-card-hours">
              <HourChart summary={data} wall={false} at={now} />
            </div>
          </Suspense>
        </>
      )}
    </li>
  );
}

function Fact({ name, alarm = false, children }: { name: string; alarm?: boolean; children: ReactNode }) {
  return (
    <div className={alarm ? 'team-fact team-fact-alarm' : 'team-fact'}>
      <dt>{name}</dt>
      <dd className="figure">{children}</dd>
    </div>
  );
}
