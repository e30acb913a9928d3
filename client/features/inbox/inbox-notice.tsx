import { App } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { InboxCause } from '../../../contract/inbox';
import { usePush } from '../../realtime/hooks';
import { useLazyInboxQuery, useReadInboxMutation } from './inbox-api';
import { INBOX_WORDS, inboxPath, inboxText } from './inbox-words';

const SHOWN_SECONDS = 12;
/** A message of its own is shown for these: with more than an item holds. */
const SHOWN_ELSEWHERE: readonly InboxCause[] = [
  'CASES_ASSIGNED',
  'REQUEST_OPENED',
  'REQUEST_GRANTED',
  'REQUEST_REFUSED',
  'APPROVAL_APPROVED',
  'APPROVAL_REFUSED',
  'APPROVAL_ENDED',
];

/** Shows the newest notification when it comes, wherever the person is. */
export default function InboxNotice() {
  const { t } = useTranslation(INBOX_WORDS);
  const { notification } = App.useApp();
  const [find] = useLazyInboxQuery();
  const [read] = useReadInboxMutation();
  const shown = useRef(new Date().toISOString());
  usePush('tags.changed', ({ data }) => {
    if (!data.tags.some(({ type }) => type === 'Inbox')) return;
    void find({ view: 'UNREAD', size: 1 }).then(({ data: found }) => {
      const item = found?.result[0];
      if (!item || item.toldAt <= shown.current) return;
      shown.current = item.toldAt;
      if (SHOWN_ELSEWHERE.includes(item.cause)) return;
      const key = `inbox-${item.id}`;
      const path = inboxPath(item);
      const open = () => {
        void read({ id: item.id });
        notification.destroy(key);
      };
      notification.info({
        key,
        role: 'status',
        duration: SHOWN_SECONDS,
        title: inboxText(item, t),
        description: (
          <>
            {item.by}{' '}
            {path && (
              <Link to={path} onClick={open}>
                {t('inbox:show')}
              </Link>
            )}
          </>
        ),
      });
    });
  });
  return null;
}
