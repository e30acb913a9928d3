import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Meaning } from '../../../contract/contact/incoming-messages';
import { PAGE_SIZE } from '../../../contract/shared/page';
import { Time } from '../../ui/dates/time';
import { Tag } from '../../ui/status-tag';
import { Pager } from '../../ui/tables/pager';
import { useIncomingQuery } from './messages-api';

const TONES = { NOT_THEIRS: 'bad', OPT_OUT: 'warn', OTHER: 'info' } as const satisfies Record<
  Meaning,
  string
>;

/** Messages of people, above those that were sent to them; nothing while there is none. */
export function IncomingLog({ taskId }: { taskId: number }) {
  const { t } = useTranslation(['messages', 'codes']);
  const [page, setPage] = useState(1);
  const { data } = useIncomingQuery({ taskId, page });
  if (!data || data.totalCount === 0) return null;
  return (
    <section aria-label={t('messages:incoming')}>
      <h3>{t('messages:incoming')}</h3>
      <ol className="sms-log">
        {data.result.map(({ id, meaning, channel, contactName, contactRelation, phone, at, text }) => (
          <li key={id} className="sms-entry">
            <div className="sms-line">
              <Tag tone={TONES[meaning]}>{t(`messages:meaning.${meaning}`)}</Tag>
              <span className="muted sms-to">
                {`${t(channel === 'SMS' ? 'messages:channels.SMS' : 'messages:channels.WABA')} · ${contactName} · ${t(`codes:relation.${contactRelation}`)}`}
                <span className="figure"> · {phone}</span>
              </span>
              <span className="sms-when">
                <Time value={at} />
              </span>
            </div>
            <p className="sms-text">{text}</p>
          </li>
        ))}
      </ol>
      {data.totalCount > PAGE_SIZE.table && (
        <Pager
          page={page}
          size={PAGE_SIZE.table}
          total={data.totalCount}
          shown={data.result.length}
          onPage={setPage}
        />
      )}
    </section>
  );
}
