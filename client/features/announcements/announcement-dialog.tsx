import { Modal } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Announcement } from '../../../contract/supervision/announcements';
import { Button } from '../../ui/button';
import { PanelSkeleton } from '../../ui/states';
import { useReturnFocus } from '../../ui/layers/use-return-focus';
import { Penalty } from './penalty';
import { useMarkRead, useUnreadAnnouncementsQuery } from './announcements-api';
import { pageCount, withNewPages } from './unread';

/** The unread one by one. A page that is shown is read; ten more are fetched when the loaded ones are. */
export default function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('announcements');
  const { pages, total, busy, more } = usePages();
  const [index, setIndex] = useState(0);
  const page = pages[index];
  useShown(page?.msgId);
  const isLast = index + 1 >= total;
  const next = () => (index + 1 < pages.length ? setIndex(index + 1) : more());
  return (
    <Modal
      open
      width={560}
      title={t('announcements:dialog.title')}
      onCancel={onClose}
      footer={
        <div className="announcement-foot">
          <Button disabled={index === 0} onClick={() => setIndex(index - 1)}>
            {t('announcements:dialog.previous')}
          </Button>
          <span className="announcement-position figure" aria-live="polite">
            {index + 1}/{total}
          </span>
          <Button disabled={isLast} busy={busy && !isLast && index + 1 >= pages.length} onClick={next}>
            {t('announcements:dialog.next')}
          </Button>
          {isLast && page && (
            <Button primary className="announcement-attention" autoFocus={index > 0} onClick={onClose}>
              {t('announcements:dialog.attention')}
            </Button>
          )}
        </div>
      }
    >
      {page ? <Shown announcement={page} /> : <PanelSkeleton lines={6} />}
    </Modal>
  );
}

/** All that was unread when the dialog opened or has come since. */
function usePages() {
  const { data: unread, isFetching, refetch } = useUnreadAnnouncementsQuery();
  const [pages, setPages] = useState<readonly Announcement[]>([]);
  const all = withNewPages(pages, unread);
  if (all !== pages) setPages(all);
  return { pages: all, total: pageCount(all, unread), busy: isFetching, more: () => void refetch() };
}

function useShown(msgId: number | undefined): void {
  const { data: unread } = useUnreadAnnouncementsQuery();
  const mark = useMarkRead();
  const shown = useEffectEvent((id: number) => {
    if (unread?.result.some((row) => row.msgId === id)) void mark(id);
  });
  useEffect(() => {
    if (msgId !== undefined) shown(msgId);
  }, [msgId]);
}

function Shown({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation('announcements');
  const { name, idNo, irregularities, processResult, base64Image } = announcement;
  const lines = [
    { label: t('announcements:field.name'), text: name },
    { label: t('announcements:field.id-no'), text: idNo ?? '—' },
    { label: t('announcements:field.violation'), text: irregularities },
    { label: t('announcements:field.result'), text: <Penalty text={processResult} /> },
  ];
  return (
    <article className="announcement">
      {base64Image ? (
        <img className="announcement-photo" src={base64Image} alt={t('announcements:photo.of', { name })} />
      ) : (
        <div className="announcement-photo announcement-no-photo">{t('announcements:photo.none')}</div>
      )}
      <dl className="announcement-lines" aria-live="polite">
        {lines.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
