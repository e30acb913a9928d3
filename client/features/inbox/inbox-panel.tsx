import '../../ui/pressed-choice.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxQuery } from '../../../contract/inbox';
import { PAGE_SIZE } from '../../../contract/shared/page';
import { formatStamp } from '../../lib/format';
import { Button } from '../../ui/button';
import { Day } from '../../ui/dates/time';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { useInboxQuery, useReadAllInboxMutation } from './inbox-api';
import { InboxLine } from './inbox-line';
import { groupByDay, INBOX_WORDS } from './inbox-words';

const VIEWS = ['UNREAD', 'MINE', 'ALL'] as const satisfies readonly InboxQuery['view'][];
const DAY_LENGTH = 10;

/** Notifications by day; the keyboard walks through links and buttons in their order. */
export default function InboxPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(INBOX_WORDS);
  const [view, setView] = useState<InboxQuery['view']>('UNREAD');
  const [size, setSize] = useState<number>(PAGE_SIZE.table);
  const { currentData: data, error, refetch } = useInboxQuery({ view, size });
  const [readAll, { isLoading }] = useReadAllInboxMutation();
  const unread = data?.result.some(({ readAt }) => readAt === null) ?? false;
  return (
    <section className="inbox" aria-label={t('inbox:title')}>
      <header className="inbox-head">
        <div className="pressed-choice" role="group" aria-label={t('inbox:view')}>
          {VIEWS.map((each) => (
            <button key={each} type="button" aria-pressed={view === each} onClick={() => setView(each)}>
              {t(`inbox:view.${each}`)}
            </button>
          ))}
        </div>
        {unread && (
          <Button small quiet busy={isLoading} onClick={() => void readAll()}>
            {t('inbox:read-all')}
          </Button>
        )}
      </header>
      <div className="inbox-list">
        {!data &&
          (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={6} />)}
        {data?.totalCount === 0 && <EmptyState title={t(`inbox:empty.${view}`)} />}
        {groupByDay(data?.result ?? [], (time) => formatStamp(time).slice(0, DAY_LENGTH)).map(
          ({ day, items }) => (
            <section key={day}>
              <h3 className="inbox-day">
                <Day value={day} short />
              </h3>
              <ul>
                {items.map((item) => (
                  <InboxLine key={item.id} item={item} onOpen={onClose} />
                ))}
              </ul>
            </section>
          ),
        )}
        {data && data.totalCount > data.result.length && (
          <Button small quiet onClick={() => setSize(size + PAGE_SIZE.table)}>
            {t('inbox:more')}
          </Button>
        )}
      </div>
    </section>
  );
}
