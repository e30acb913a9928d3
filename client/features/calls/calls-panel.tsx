import './calls.css';
import { useState } from 'react';
import type { CallRow } from '../../../contract/calls';
import type { CaseInfo } from '../../../contract/cases';
import { type Words, useWords } from '../../i18n/use-words';
import { type SmallColumn, PagedTable } from '../../ui/small-table';
import { Tag } from '../../ui/status-tag';
import { Time } from '../../ui/time';
import { useCallRecordsQuery } from './calls-api';
import { Recording } from './recording';
import { minutes } from './use-calls';

/** The calls about this case, the newest first, as they happen. */
export default function CallsPanel({ info }: { info: CaseInfo }) {
  const { t } = useWords('calls', 'codes');
  const [page, setPage] = useState(1);
  const answer = useCallRecordsQuery({ taskId: info.id, page });
  return (
    <PagedTable
      answer={answer}
      page={page}
      onPage={setPage}
      nothing={t('calls:list.none')}
      label={t('calls:list.label')}
      columns={columnsOf(t)}
      rowKey={({ callId }) => callId}
    />
  );
}

function columnsOf(t: Words): SmallColumn<CallRow>[] {
  return [
    { key: 'callTime', label: t('calls:list.time'), draw: (row) => <When row={row} /> },
    { key: 'contact', label: t('calls:list.contact'), draw: (row) => <Contact row={row} /> },
    { key: 'state', label: t('calls:list.state'), draw: (row) => <Outcome row={row} /> },
    { key: 'recording', label: t('calls:list.recording'), draw: (row) => <Recording call={row} /> },
  ];
}

function When({ row }: { row: CallRow }) {
  const { t } = useWords('calls');
  return (
    <>
      <Time value={row.callTime} /> <span className="muted">{t(`calls:type.${row.type}`)}</span>
      <br />
      <span className="muted">{row.agentName ?? '—'}</span>
    </>
  );
}

function Contact({ row }: { row: CallRow }) {
  const { t } = useWords('calls', 'codes');
  return (
    <>
      {row.contactName ?? t('calls:unknown')}
      {row.contactRelation && <span className="muted"> · {t(`codes:relation.${row.contactRelation}`)}</span>}
      <br />
      <span className="figure muted">{row.calledNumber}</span>
    </>
  );
}

function Outcome({ row }: { row: CallRow }) {
  const { t } = useWords('calls');
  if (row.endTime === null) return <Tag tone="info">{t(`calls:state.${row.state}`)}</Tag>;
  if (row.answerTime === null) {
    return <Tag tone="quiet">{row.reason ? t(`calls:reason.${row.reason}`) : '—'}</Tag>;
  }
  return (
    <>
      <Tag tone="good">{t('calls:answered')}</Tag> <span className="figure">{minutes(row.duration)}</span>
      <br />
      <span className="muted">{row.hangUpDirection && t(`calls:by.${row.hangUpDirection}`)}</span>
    </>
  );
}
