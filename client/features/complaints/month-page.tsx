import './complaints.css';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { ComplaintMonthDetail } from '../../../contract/supervision/complaint-months';
import { useLanguage } from '../../i18n/use-language';
import { formatDay, formatMonth } from '../../lib/format';
import { newRequestId } from '../../lib/request-id';
import { Time } from '../../ui/dates/time';
import { FileButton } from '../../ui/file-button';
import { RowActs, useRowActions, type RowAction } from '../../ui/list-page/acts';
import { PageHeader } from '../../ui/page-header';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { BackLink } from '../../ui/visits/back-link';
import { MonthTag, PlaceChoice, useMonthPlace } from './month-marks';
import { useComplaintMonthQuery, useConfirmMonthMutation } from './months-api';

type Line = ComplaintMonthDetail['lines'][number];

const COLUMNS: readonly SmallColumn<Line>[] = [
  { field: 'code' },
  { field: 'name', draw: ({ name }, t) => name ?? <em>{t('complaint-months:without')}</em> },
  { field: 'opened', kind: 'count' },
  { field: 'before', kind: 'count' },
  {
    field: 'before',
    head: 'complaint-months:line.difference',
    kind: 'count',
    draw: ({ opened, before }) => signed(opened - before),
  },
  { field: 'confirmed', kind: 'count' },
  { field: 'completed', kind: 'count' },
  { field: 'inTime', kind: 'count' },
  { field: 'open', kind: 'count' },
];

const signed = (change: number) => (change > 0 ? `+${change}` : String(change));

/** A month of an institution's complaints: its figures beside those of the month before, confirmed here and taken as a file. */
export function Component() {
  const { t } = useTranslation('complaint-months');
  const month = useParams()['month'] ?? '';
  const institutionId = useMonthPlace();
  const { currentData: found, error, refetch } = useComplaintMonthQuery({ month, institutionId });
  const place = institutionId === undefined ? '' : `&institutionId=${institutionId}`;
  return (
    <div className="page">
      <BackLink
        to={`/complaints/months?year=${month.slice(0, 4)}${place}`}
        label={t('complaint-months:list')}
      />
      {found ? (
        <Month of={found} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={10} />
      )}
    </div>
  );
}

function Month({ of }: { of: ComplaintMonthDetail }) {
  const { t } = useTranslation('complaint-months');
  const language = useLanguage();
  const { month, state, dueOn, institutionId, institutionName, withoutCause } = of;
  const acts = useRowActions(useActs(), 'complaint-months', () => undefined);
  return (
    <>
      <PageHeader
        title={t('complaint-months:one', { month: formatMonth(month, language) })}
        beside={
          <>
            <MonthTag state={state} />
            <PlaceChoice />
          </>
        }
        extra={
          <>
            <RowActs row={of} acts={acts} words="complaint-months" next="confirm" />
            {of.confirmedAt !== null && (
              <FileButton
                call={{ path: 'complaint-month/file', params: { month, institutionId } }}
                file={`${month}-${institutionName}.csv`}
              >
                {t('complaint-months:file')}
              </FileButton>
            )}
          </>
        }
      />
      {acts.dialog}
      <p className="month-words muted">
        {t('complaint-months:due', { day: formatDay(dueOn, language) })}{' '}
        {of.confirmedAt !== null && (
          <>
            {t('complaint-months:confirmedBy', { name: of.confirmedBy, count: of.confirmedOpened ?? 0 })}{' '}
            <Time value={of.confirmedAt} />
          </>
        )}
      </p>
      {state === 'CHANGED' && <p className="month-words complaint-soon">{t('complaint-months:changed')}</p>}
      {withoutCause > 0 && (
        <p className="month-words complaint-soon">
          {t('complaint-months:withoutCause', { count: withoutCause })}{' '}
          <Link to="/complaints?causeId=0">{t('complaint-months:classify')}</Link>
        </p>
      )}
      <section className="card">
        <SmallTable
          label="complaint-months:lines"
          words="complaint-months:line"
          columns={COLUMNS}
          rows={of.lines}
          rowKey={(_, at) => at}
        />
      </section>
    </>
  );
}

function useActs(): RowAction<ComplaintMonthDetail>[] {
  const { t } = useTranslation('complaint-months');
  const language = useLanguage();
  const [confirm] = useConfirmMonthMutation();
  return [
    {
      ...{ id: 'confirm', may: 'complaint:manage', ask: true },
      when: ({ state, withoutCause }) => state !== 'RUNNING' && state !== 'CONFIRMED' && withoutCause === 0,
      about: ({ month, opened }) =>
        t('complaint-months:stand', { count: opened, month: formatMonth(month, language) }),
      act: ({ institutionId, month, digest }) =>
        confirm({ institutionId, month, digest, clientRequestId: newRequestId() }),
    },
  ];
}
