import './complaints.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type {
  ComplaintAct,
  ComplaintAttachment,
  ComplaintDetail,
  ComplaintRow,
  ComplaintState,
} from '../../../contract/supervision/complaints';
import type { Column } from '../../ui/list-page/columns';
import { RowActs, useRowActions } from '../../ui/list-page/acts';
import { PageHeader } from '../../ui/page-header';
import { BackLink } from '../../ui/visits/back-link';
import { FactList } from '../../ui/tables/fact-list';
import { PrivacyWays } from '../../domain/privacy/privacy-ways';
import { EvidenceButton } from '../../domain/evidence/evidence-button';
import { HandedOver } from '../../domain/stops/handed-over';
import { FileButton } from '../../ui/file-button';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { Time } from '../../ui/dates/time';
import { AnnounceButton } from '../../domain/announcements/announce-button';
import { type Seen, useViolation } from '../../domain/announcements/use-violation';
import { Attach } from './attach';
import { ComplaintTag, Deadline, LegalTerm, Level } from './complaint-marks';
import { useComplaintQuery } from './complaints-api';
import { useComplaintActs } from './use-complaint-acts';

const FACTS: readonly Column<ComplaintDetail>[] = [
  { field: 'type', kind: 'code', words: 'complaints:type' },
  { field: 'cause' },
  { field: 'phone' },
  { field: 'borrowerName' },
  { field: 'customerStatus', kind: 'code', words: 'codes:case-status' },
  { field: 'collector' },
  { field: 'handler' },
  { field: 'method', kind: 'code', words: 'complaints:method' },
  { field: 'penaltyAmount', kind: 'money' },
  { field: 'penaltyReason' },
  { field: 'finedPerson' },
  { field: 'finedAt', kind: 'time' },
  { field: 'bankName' },
  { field: 'cardMask' },
  { field: 'userQuota', kind: 'money' },
  { field: 'createdAt', kind: 'time' },
  { field: 'updatedAt', kind: 'time' },
  { field: 'transferredAt', kind: 'time' },
];

const NEXT: Partial<Record<ComplaintState, ComplaintAct>> = {
  PENDING: 'allocate',
  PROCESSING: 'process',
  PENDING_CLOSURE: 'done',
};

/** One complaint: what was said, what was done, and what can be done now. */
export function Component() {
  const id = Number(useParams()['id']);
  const { t } = useTranslation('complaints');
  const { data, error, refetch } = useComplaintQuery(id);
  return (
    <div className="page">
      <BackLink to="/complaints" label={t('complaints:list.title')} />
      {data ? (
        <Complaint complaint={data} onChanged={() => void refetch()} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={12} />
      )}
    </div>
  );
}

function Complaint({ complaint, onChanged }: { complaint: ComplaintDetail; onChanged: () => void }) {
  const { t } = useTranslation('complaints');
  const offered = (_: ComplaintRow, act: ComplaintAct) => complaint.acts.includes(act);
  const violation = useViolation();
  const [, setDone] = useState(0);
  const acts = useRowActions(useComplaintActs(offered), 'complaints', () => setDone((count) => count + 1));
  const { id, status, level, taskId, loanId, content, remarks } = complaint;
  return (
    <>
      <PageHeader
        title={t('complaints:one', { id })}
        beside={
          <>
            <Level level={level} />
            <ComplaintTag status={status} />
            <Deadline complaint={complaint} />
            <LegalTerm complaint={complaint} />
          </>
        }
        extra={
          <>
            <RowActs row={complaint as ComplaintRow} acts={acts} words="complaints" next={NEXT[status]} />
            <AnnounceButton seen={seenIn(complaint)} {...violation} />
          </>
        }
      />
      {acts.dialog}
      {violation.dialog}
      <div className="complaint-columns">
        <section className="card">
          <h2>{t('complaints:column.content')}</h2>
          <p className="complaint-text">{content}</p>
          {remarks && (
            <>
              <h2>{t('complaints:column.remarks')}</h2>
              <p className="complaint-text">{remarks}</p>
            </>
          )}
          <FactList words="complaints" columns={FACTS} row={complaint}>
            <div>
              <dt>{t('complaints:column.loanId')}</dt>
              <dd>
                {taskId !== null && loanId !== null ? (
                  <Link to={`/task/${taskId}/${encodeURIComponent(loanId)}`}>{loanId}</Link>
                ) : (
                  '—'
                )}
              </dd>
            </div>
          </FactList>
          {taskId !== null && <EvidenceButton caseId={taskId} />}
          {taskId !== null && <PrivacyWays caseId={taskId} />}
        </section>
        <section className="card">
          <h2>{t('complaints:steps')}</h2>
          <ol className="complaint-steps">
            {complaint.steps.map(({ act, at, by, handler, note }) => (
              <li key={`${at} ${act}`}>
                <Time value={at} /> <strong>{t(`complaints:step.${act}`)}</strong> {by}
                {handler && ` → ${handler}`}
                {note && <div className="complaint-text muted">{note}</div>}
              </li>
            ))}
          </ol>
          <h2>{t('complaints:attachments')}</h2>
          <ul className="complaint-steps">
            {complaint.attachments.map((attachment) => (
              <li key={attachment.id}>
                <Attached attachment={attachment} />
              </li>
            ))}
          </ul>
          {complaint.acts.includes('attach') && <Attach id={id} />}
          <HandedOver acts={complaint.handedOver} words="complaints:handed" onChanged={onChanged} />
        </section>
      </div>
    </>
  );
}

/** The complaint's cause may be a violation of the collector's, with a photo, besides the complaint's own penalty. */
function seenIn({ id, collectorId, collector, createdAt }: ComplaintDetail): Seen {
  return { source: 'COMPLAINT', sourceId: id, userId: collectorId, name: collector, at: createdAt };
}

function Attached({ attachment: { id, name, addedBy, addedAt } }: { attachment: ComplaintAttachment }) {
  return (
    <>
      <FileButton call={{ path: `customer/service/attachment/${id}` }} file={name} quiet small>
        {name}
      </FileButton>{' '}
      <span className="muted">
        {addedBy} <Time value={addedAt} />
      </span>
    </>
  );
}
