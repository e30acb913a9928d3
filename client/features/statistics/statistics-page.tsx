import './statistics.css';
import { Button, Radio } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PAGE_SIZE } from '../../../contract/shared/page';
import { reportFailure } from '../../api/failures';
import { download } from '../../api/http';
import { useWords } from '../../i18n/use-words';
import { formatCount } from '../../lib/format';
import { GenericTable } from '../../ui/generic-table';
import { Money, Rate } from '../../ui/money';
import { PageHeader } from '../../ui/page-header';
import { EmptyState } from '../../ui/states';
import type { RepayRow } from '../../../contract/statistics';
import { exportCall, type StatisticsDay, useRepayStatisticsQuery } from './statistics-api';
import { statisticsColumns } from './statistics-columns';

const rowId = (row: RepayRow) => String(row.id);

/** Repayment statistics: what came in today or yesterday. */
export function Component() {
  const { t, language } = useWords('statistics', 'codes');
  const [search, setSearch] = useSearchParams();
  const date: StatisticsDay = search.get('date') === 'yesterday' ? 'yesterday' : 'today';
  const page = Math.max(1, Number(search.get('page')) || 1);
  const question = { date, page };
  const answer = useRepayStatisticsQuery(question);
  const columns = useMemo(() => statisticsColumns(t), [t]);
  const figures = answer.currentData;
  return (
    <div className="page">
      <PageHeader title={t('statistics:title')} extra={<ExportButton date={date} />} />
      <dl className="figures" aria-busy={answer.isFetching}>
        <Figure label={t('statistics:amount')} value={<Money value={figures?.totalRepayAmount} />} />
        <Figure label={t('statistics:count')} value={formatCount(figures?.totalRepayCount, language)} />
        <Figure label={t('statistics:handled')} value={formatCount(figures?.collectTaskCount, language)} />
        <Figure label={t('statistics:rate')} value={<Rate value={figures?.collectRate} />} />
      </dl>
      <GenericTable<RepayRow>
        id="statistics"
        label={t('statistics:title')}
        answer={answer}
        question={question}
        columns={columns}
        rowId={rowId}
        page={page}
        size={PAGE_SIZE.statistics}
        onPage={(next) => setSearch({ date, page: String(next) })}
        autoHeight
        empty={<EmptyState title={t('statistics:empty')} />}
        toolbar={<DayChoice day={date} onChoose={(day) => setSearch({ date: day })} />}
      />
    </div>
  );
}

function DayChoice({ day, onChoose }: { day: StatisticsDay; onChoose: (day: StatisticsDay) => void }) {
  const { t } = useWords('statistics', 'codes');
  return (
    <Radio.Group
      aria-label={t('statistics:day')}
      optionType="button"
      value={day}
      onChange={(event) => onChoose(event.target.value as StatisticsDay)}
      options={(['today', 'yesterday'] as const).map((value) => ({ value, label: t(`statistics:${value}`) }))}
    />
  );
}

function Figure({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figure">{value}</dd>
    </div>
  );
}

function ExportButton({ date }: { date: StatisticsDay }) {
  const { t } = useWords('statistics', 'codes');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const answer = await download(exportCall(date), `${t('statistics:file')}-${date}.csv`);
    setBusy(false);
    if (!answer.ok) reportFailure(answer.error);
  };
  return (
    <Button loading={busy} onClick={() => void save()}>
      {t('statistics:export')}
    </Button>
  );
}
