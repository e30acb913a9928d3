import './quality.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { addDays, businessDay } from '../../../contract/shared/date';
import { useNow } from '../../state/clock';
import { PART } from '../../ui/charts/look';
import { Picture } from '../../ui/charts/picture';
import { useLanguage } from '../../i18n/use-language';
import { formatCount } from '../../lib/format';
import { DateInput } from '../../ui/dates/date-input';
import { PageHeader } from '../../ui/page-header';
import { BackLink } from '../../ui/visits/back-link';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import type { QualityReport } from '../../../contract/supervision/quality';
import { useQualityReportQuery } from './quality-api';

const DAYS = 30;
const percent = (share: number | null) => (share === null ? '—' : `${Math.round(share * 100)} %`);

/** Figures by person and question, and how far two inspectors agree. */
export function Component() {
  const { t } = useTranslation('quality');
  const today = businessDay(new Date(useNow()));
  const [chosen, choose] = useState<{ from?: string; to?: string }>({});
  const { from = addDays(today, -DAYS), to = today } = chosen;
  const { data, error } = useQualityReportQuery({ from, to });
  return (
    <div className="page">
      <BackLink to="/quality" label={t('quality:list.title')} />
      <PageHeader
        title={t('quality:report.title')}
        beside={
          <div className="quality-days">
            <DateInput
              label={t('quality:report.from')}
              value={from}
              onChange={(day) => choose({ ...chosen, from: day ?? from })}
            />
            <DateInput
              label={t('quality:report.to')}
              value={to}
              onChange={(day) => choose({ ...chosen, to: day ?? to })}
            />
          </div>
        }
      />
      {error && <ErrorState error={error} />}
      {!data && !error && <PanelSkeleton lines={8} />}
      {data && (
        <>
          <p>
            {t('quality:report.agreement', {
              count: data.agreement.pairs,
              same: percent(data.agreement.same),
              kappa: data.agreement.kappa?.toFixed(2) ?? '—',
            })}{' '}
            <span className="muted">{t('quality:report.kappa')}</span>
          </p>
          <Pictures report={data} />
          <table className="quality-table">
            <caption>{t('quality:report.people')}</caption>
            <thead>
              <tr>
                <th>{t('quality:column.agentName')}</th>
                <th>{t('quality:report.samples')}</th>
                <th>{t('quality:column.total')}</th>
              </tr>
            </thead>
            <tbody>
              {data.people.map(({ agentId, name, samples, average }) => (
                <tr key={agentId}>
                  <td>
                    <Link to={`/quality?status=ALL&agentId=${agentId}`}>{name}</Link>
                  </td>
                  <td className="figure">{samples}</td>
                  <td className="figure">{average}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <table className="quality-table">
            <caption>{t('quality:report.questions')}</caption>
            <thead>
              <tr>
                <th>{t('quality:report.question')}</th>
                <th>{t('quality:answer.YES')}</th>
                <th>{t('quality:answer.NO')}</th>
                <th>{t('quality:answer.NA')}</th>
              </tr>
            </thead>
            <tbody>
              {data.questions.map(({ text, yes, no, na }) => (
                <tr key={text}>
                  <td>{text}</td>
                  <td className="figure">{yes}</td>
                  <td className="figure">{no}</td>
                  <td className="figure">{na}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </div>
  );
}

/** People beyond these are in the table alone. */
const DRAWN = 40;

/** Both of the tables below; of the people, the lowest first. */
function Pictures({ report }: { report: QualityReport }) {
  const { t } = useTranslation('quality');
  const language = useLanguage();
  const navigate = useNavigate();
  const format = (value: number) => formatCount(value, language);
  const people = [...report.people].sort((one, other) => one.average - other.average).slice(0, DRAWN);
  if (people.length === 0) return null;
  const answers = [
    ['NO', 'no', PART.amiss],
    ['YES', 'yes', PART.well],
    ['NA', 'na', PART.open],
  ] as const;
  return (
    <div className="pictures">
      <Picture
        data={{
          ...{ title: t('quality:picture.people'), lying: true, most: 100, format },
          names: people.map(({ name }) => name),
          series: [{ name: t('quality:column.total'), values: people.map(({ average }) => average) }],
        }}
        onOpen={(at) => void navigate(`/quality?status=ALL&agentId=${people[at]!.agentId}`)}
      />
      <Picture
        data={{
          ...{ title: t('quality:picture.questions'), lying: true, stacked: true, format },
          names: report.questions.map(({ text }) => text),
          series: answers.map(([answer, field, part]) => ({
            part,
            name: t(`quality:answer.${answer}`),
            values: report.questions.map((question) => question[field]),
          })),
        }}
      />
    </div>
  );
}
