import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { InboxItem } from '../../../contract/inbox';
import { Button } from '../../ui/button';
import { Time } from '../../ui/dates/time';
import { CheckIcon, ClockIcon } from '../../ui/icons';
import { MenuButton } from '../../ui/layers/menu-button';
import { useReadInboxMutation, useSnoozeInboxMutation } from './inbox-api';
import { INBOX_WORDS, inboxPath, inboxText, type Snooze, SNOOZES } from './inbox-words';

/** One notification: its link opens the thing and marks it as read. */
export function InboxLine({ item, onOpen }: { item: InboxItem; onOpen: () => void }) {
  const { t } = useTranslation(INBOX_WORDS);
  const [read] = useReadInboxMutation();
  const [snooze] = useSnoozeInboxMutation();
  const { id, by, toldAt, readAt, snoozedUntil } = item;
  const [text, path] = [inboxText(item, t), inboxPath(item)];
  const isUnread = readAt === null;
  const markRead = () => void (isUnread && read({ id }));
  const items = Object.keys(SNOOZES).map((key) => ({ key, label: t(`inbox:snooze.${key}`) }));
  const open = () => {
    markRead();
    onOpen();
  };
  return (
    <li className={isUnread ? 'inbox-item inbox-item-unread' : 'inbox-item'}>
      <div className="inbox-text">
        {path ? (
          <Link to={path} onClick={open}>
            {text}
          </Link>
        ) : (
          <span>{text}</span>
        )}
        <span className="muted">
          {by && `${by} · `}
          <Time value={toldAt} />
          {snoozedUntil && isUnread && (
            <>
              {' · '}
              {t('inbox:until')} <Time value={snoozedUntil} />
            </>
          )}
        </span>
      </div>
      {isUnread && (
        <>
          <MenuButton
            className="button button-quiet button-small button-tool"
            label={t('inbox:snooze-of', { text })}
            items={items}
            selected={[]}
            onChoose={(key) => void snooze({ id, until: SNOOZES[key as Snooze](new Date()).toISOString() })}
          >
            <ClockIcon />
          </MenuButton>
          <Button small quiet label={t('inbox:read-of', { text })} icon={<CheckIcon />} onClick={markRead} />
        </>
      )}
    </li>
  );
}
