import './calls.css';
import { useTranslation } from 'react-i18next';
import type { CallRow } from '../../../contract/contact/calls';
import type { CaseInfo } from '../../../contract/cases/cases';
import { minutes } from '../../lib/format';
import { PagedRows } from '../../ui/tables/small-table';
import { Tag } from '../../ui/status-tag';
import { Time } from '../../ui/dates/time';
import { useCallRecordsQuery } from './calls-api';
import { SimulatedTag } from '../../domain/site/simulated-tag';
import { Recording } from '../../domain/recordings/recording';

export default function CallsPanel({ info }: { info: CaseInfo }) {
  const { t } = useTranslation(['calls', 'codes']);
  return (
    <PagedRows useRows={useCallRecordsQuery} taskId={info.id} nothing="calls:list.none">
      {(rows: CallRow[]) => (
        <ol className="call-list" aria-label={t('calls:list.label')}>
          {rows.map((row) => (
            <Call key={row.callId} row={row} />
          ))}
        </ol>
      )}
    </PagedRows>
  );
}

/** Lines that wrap, so that the narrow column never scrolls sideways. */
function Call({ row }: { row: CallRow }) {
  const { t } = useTranslation(['calls', 'codes']);
  const answered = row.answerTime !== null && row.endTime !== null;
  const more = [
    t(`calls:type.${row.type}`),
    row.agentName,
    answered && row.hangUpDirection && t(`calls:by.${row.hangUpDirection}`),
    row.party && t(`calls:party.${row.party}`),
    row.skipReason,
    row.script && t(`calls:script.${row.script}`),
  ];
  return (
    <li className="call-row">
      <p className="call-row-line">
        <Outcome row={row} />
        {row.simulated && <SimulatedTag />}
        {answered && <span className="figure">{minutes(row.duration)}</span>}
        <strong>{row.contactName ?? t('calls:unknown')}</strong>
        {row.contactRelation && <span className="muted">{t(`codes:relation.${row.contactRelation}`)}</span>}
        <span className="figure muted">{row.calledNumber}</span>
      </p>
      <p className="muted">
        <Time value={row.callTime} /> · {more.filter(Boolean).join(' · ')}
      </p>
      {row.recording && <Recording call={row} />}
    </li>
  );
}

function Outcome({ row }: { row: CallRow }) {
  const { t } = useTranslation('calls');
  if (row.endTime === null) return <Tag tone="info">{t(`calls:state.${row.state}`)}</Tag>;
  if (row.answerTime !== null) return <Tag tone="good">{t('calls:answered')}</Tag>;
  return <Tag tone="muted">{row.reason ? t(`calls:reason.${row.reason}`) : '—'}</Tag>;
}
