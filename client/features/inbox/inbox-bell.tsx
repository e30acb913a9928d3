import './inbox.css';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BellIcon } from '../../ui/icons';
import { Popup } from '../../ui/layers/popup';
import { PanelSkeleton } from '../../ui/states';
import { BY_THE_CLOCK, useInboxCountQuery } from './inbox-api';

const InboxPanel = lazy(() => import('./inbox-panel'));

const MAX_SHOWN = 99;

/** The person's unread notifications: their number, and behind it the notifications themselves. */
export function InboxBell() {
  const { t } = useTranslation('shell');
  const { data } = useInboxCountQuery(undefined, BY_THE_CLOCK);
  const [open, setOpen] = useState(false);
  const unread = data?.unread ?? 0;
  return (
    <Popup
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      content={
        <Suspense fallback={<PanelSkeleton lines={6} />}>
          <InboxPanel onClose={() => setOpen(false)} />
        </Suspense>
      }
    >
      <button
        type="button"
        className="header-button header-icon inbox-button"
        aria-label={t('shell:inbox', { count: unread })}
        title={t('shell:inbox', { count: unread })}
        aria-haspopup="dialog"
        aria-expanded={open}
      >
        <BellIcon />
        {unread > 0 && (
          <span className="inbox-count figure" aria-hidden="true">
            {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
          </span>
        )}
      </button>
    </Popup>
  );
}
