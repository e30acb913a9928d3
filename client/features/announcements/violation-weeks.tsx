import './announcements.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { VIOLATION_ORIGINS, type ViolationWeek } from '../../../contract/supervision/violations';
import { addDays } from '../../../contract/shared/date';
import { useLanguage } from '../../i18n/use-language';
import { formatCount, formatDay } from '../../lib/format';
import { Picture } from '../../ui/charts/picture';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { useViolationWeeksQuery } from './manage-api';

const listOf = ({ week }: ViolationWeek) =>
  `/announcements?kind=VIOLATION&from=${week}&to=${addDays(week, 6)}`;

/** The last weeks as bars, once they are opened: how many violations came, and from what. */
export function ViolationWeeks() {
  const { t } = useTranslation('notices');
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="violation-weeks" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('notices:weeks.title')}</summary>
      {isOpen && <Weeks />}
    </details>
  );
}

function Weeks() {
  const { t } = useTranslation(['notices', 'violations']);
  const language = useLanguage();
  const navigate = useNavigate();
  const { data, error, refetch } = useViolationWeeksQuery();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PanelSkeleton lines={6} />;
  const nameOf = (origin: (typeof VIOLATION_ORIGINS)[number]) =>
    origin === 'TYPED' ? t('notices:weeks.typed') : t(`violations:source.${origin}`);
  const columns: readonly SmallColumn<ViolationWeek>[] = [
    { field: 'week', draw: (row) => <Link to={listOf(row)}>{formatDay(row.week, language)}</Link> },
    { field: 'total', kind: 'count' },
  ];
  return (
    <div className="violation-weeks-both">
      <Picture
        data={{
          ...{ title: t('notices:weeks.title'), stacked: true },
          format: (value) => formatCount(value, language),
          names: data.map(({ week }) => formatDay(week, language, true)),
          series: VIOLATION_ORIGINS.map((origin) => ({
            name: nameOf(origin),
            values: data.map(({ byOrigin }) => byOrigin[origin] ?? 0),
          })),
        }}
        onOpen={(at) => void navigate(listOf(data[at]!))}
      />
      <SmallTable
        label="notices:weeks.title"
        words="notices:weeks"
        columns={columns}
        rows={data}
        rowKey={(_, at) => at}
      />
    </div>
  );
}
