import './quality.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { addDays, businessDay } from '../../../contract/shared/date';
import { useNow } from '../../state/clock';
import { DateInput } from '../../ui/dates/date-input';
import { PageHeader } from '../../ui/page-header';
import { BackLink } from '../../ui/visits/back-link';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { useQualityReportQuery } from './quality-api';

const DAYS = 30;
const percent = (share: number | null) => (share === null ? '—' : `${Math.round(share * 100)} %`);

/** Figures by person and question, and how far two inspectors agree. */
export function Component() {
  const { t } = useTranslation('quality');
  const today = businessDay(new Date(useNow()));
  const [from, setFrom] = useState(addDays(today, -DAYS));
  const [to, setTo] = useState(today);
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
              onChange={(day) => setFrom(day ?? from)}
            />
            <DateInput label={t('quality:report.to')} value={to} onChange={(day) => setTo(day ?? to)} />
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
