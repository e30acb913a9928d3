import { useTranslation } from 'react-i18next';
import type { IncomingRow, Meaning } from '../../../contract/contact/incoming-messages';
import { Time } from '../../ui/dates/time';
import { Tag } from '../../ui/status-tag';
import { PagedRows } from '../../ui/tables/small-table';
import { useIncomingQuery } from './messages-api';

const TONES = { NOT_THEIRS: 'bad', OPT_OUT: 'warn', OTHER: 'info' } as const satisfies Record<
  Meaning,
  string
>;

/** Messages of people, above those that were sent to them; nothing while there is none. */
export function IncomingLog({ taskId }: { taskId: number }) {
  const { t } = useTranslation('messages');
  return (
    <PagedRows useRows={useIncomingQuery} taskId={taskId} nothing={null}>
      {(rows: IncomingRow[]) => (
        <section aria-label={t('messages:incoming')}>
          <h3>{t('messages:incoming')}</h3>
          <ol className="sms-log">
            {rows.map((row) => (
              <Entry key={row.id} row={row} />
            ))}
          </ol>
        </section>
      )}
    </PagedRows>
  );
}

function Entry({ row }: { row: IncomingRow }) {
  const { t } = useTranslation(['messages', 'codes']);
  const channel = t(row.channel === 'SMS' ? 'messages:channels.SMS' : 'messages:channels.WABA');
  return (
    <li className="sms-entry">
      <div className="sms-line">
        <Tag tone={TONES[row.meaning]}>{t(`messages:meaning.${row.meaning}`)}</Tag>
        <span className="muted sms-to">
          {`${channel} · ${row.contactName} · ${t(`codes:relation.${row.contactRelation}`)}`}
          <span className="figure"> · {row.phone}</span>
        </span>
        <span className="sms-when">
          <Time value={row.at} />
        </span>
      </div>
      <p className="sms-text">{row.text}</p>
    </li>
  );
}
