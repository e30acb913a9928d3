import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { UNKNOWN_MINUTES, type MessageRow, type MessageStatus } from '../../../contract/contact/messages';
import { SimulatedTag } from '../../domain/site/simulated-tag';
import { useMay } from '../../api/session-api';
import { Button } from '../../ui/button';
import { PagedRows } from '../../ui/tables/small-table';
import { Tag } from '../../ui/status-tag';
import { Time } from '../../ui/dates/time';
import { useOpenMessages } from './open-messages';
import { useMessageLogQuery, useRetryMessageMutation } from './messages-api';

const TONES = {
  QUEUED: 'info',
  SUBMITTING: 'info',
  SENT: 'plain',
  DELIVERED: 'good',
  FAILED: 'bad',
  CANCELLED: 'muted',
  DEAD: 'warn',
  UNKNOWN: 'warn',
} as const satisfies Record<MessageStatus, string>;

export function MessageLog({ taskId }: { taskId: number }) {
  const { t } = useTranslation(['messages', 'codes']);
  return (
    <PagedRows useRows={useMessageLogQuery} taskId={taskId} nothing="messages:none">
      {(rows: MessageRow[]) => (
        <ol className="sms-log" aria-label={t('messages:log')}>
          {rows.map((row) => (
            <Entry key={row.id} row={row} />
          ))}
        </ol>
      )}
    </PagedRows>
  );
}

function Entry({ row }: { row: MessageRow }) {
  const { t } = useTranslation(['messages', 'codes']);
  const reason = reasonOf(row, t);
  return (
    <li className="sms-entry">
      <div className="sms-line">
        <Tag tone={TONES[row.status]}>{t(`messages:status.${row.status}`)}</Tag>
        {row.simulated && <SimulatedTag />}
        <strong>{row.templateName}</strong>
        <span className="muted sms-to">
          {`${t(`messages:channels.${row.channel}`)} · ${row.contactName} · ${t(`codes:relation.${row.contactRelation}`)}`}
          <span className="figure"> · {row.phone}</span>
        </span>
        <span className="sms-when">
          <Time value={row.createdAt} />
        </span>
      </div>
      <p className="sms-text">{row.text}</p>
      <div className="sms-line muted">
        <span>{row.sender ?? t('messages:system')}</span>
        {reason && <span className="sms-reason">{reason}</span>}
        {row.status === 'UNKNOWN' && (
          <span className="sms-reason">{t('messages:unknown', { count: UNKNOWN_MINUTES })}</span>
        )}
        {row.againOf !== null && <span>{t('messages:again.instead')}</span>}
        {row.status === 'DEAD' && <Retry row={row} />}
        {row.mayAgain && <Again row={row} />}
      </div>
    </li>
  );
}

function Retry({ row }: { row: MessageRow }) {
  const { t } = useTranslation('messages');
  const [retry, { isLoading }] = useRetryMessageMutation();
  if (!useMay('message:retry')) return null;
  return (
    <Button small busy={isLoading} onClick={() => void retry({ taskId: row.taskId, messageId: row.id })}>
      {t('messages:retry')}
    </Button>
  );
}

/** Fills the form above: guard and limits say there what stands against it. */
function Again({ row }: { row: MessageRow }) {
  const { t } = useTranslation('messages');
  const open = useOpenMessages();
  if (!useMay('message:send')) return null;
  return (
    <Button small onClick={() => open(row.contactId, row)}>
      {t('messages:again.act')}
    </Button>
  );
}

function reasonOf({ reason, reasonParams }: MessageRow, t: TFunction): string | null {
  if (reason === null) return null;
  if (reason === 'GUARD') return t(`messages:guard.${String(reasonParams['rule'])}`);
  if (reasonParams['detail'] !== undefined) return t('messages:reason.REFUSED_AS', reasonParams);
  return t(`messages:reason.${reason}`, { ...reasonParams, count: Number(reasonParams['seconds'] ?? 0) });
}
