import './announcements.css';
import { lazy, Suspense, useState } from 'react';
import type { Announcement } from '../../../contract/supervision/announcements';
import { useCurrentUserQuery } from '../../api/session-api';
import { useWords } from '../../i18n/use-words';
import { useReducedMotion } from '../../lib/media';
import { PauseIcon, PlayIcon } from '../../ui/icons';
import { BY_THE_CLOCK, useUnreadAnnouncementsQuery } from './announcements-api';
import { cutLine, shownCount } from './unread';
import { useRotation } from './use-rotation';

const AnnouncementDialog = lazy(() => import('./announcement-dialog'));

/** Unread violation announcements in the header, where nothing moves when they come; for whom the server says so. */
export function AnnouncementBar() {
  const { data: user } = useCurrentUserQuery();
  return user?.isShowAnnouncement ? <Unread /> : null;
}

function Unread() {
  const { t } = useWords('announcements');
  const { data, refetch } = useUnreadAnnouncementsQuery(undefined, BY_THE_CLOCK);
  /** The bar's lines while the dialog is open: under it, nothing jumps. */
  const [held, setHeld] = useState<readonly Announcement[] | null>(null);
  const open = held !== null;
  const count = data?.totalCount ?? 0;
  const rows = held ?? (count > 0 ? data?.result : undefined);
  const news = useNews(count);
  const close = () => {
    setHeld(null);
    // Others may have come or been read elsewhere meanwhile.
    void refetch();
  };
  return (
    <div className="announcement-place">
      <p className="visually-hidden" role="status">
        {news && t('announcements:bar.unread', { count })}
      </p>
      {rows && <Bar rows={rows} count={count} still={open} onView={() => setHeld(rows)} />}
      {open && (
        <Suspense fallback={null}>
          <AnnouncementDialog onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

/** True when the last change of the count was upwards: only that is worth saying aloud. */
function useNews(count: number): boolean {
  const [known, setKnown] = useState({ count, grown: count > 0 });
  if (known.count !== count) setKnown({ count, grown: count > known.count });
  return known.grown;
}

interface BarProps {
  rows: readonly Announcement[];
  count: number;
  still: boolean;
  onView: () => void;
}

/** Rotates; stands still on hover, focus, the button and for those who asked for less motion. */
function Bar({ rows, count, still, onView }: BarProps) {
  const { t } = useWords('announcements');
  const lessMotion = useReducedMotion();
  const [paused, setPaused] = useState(false);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const runs = !(paused || hovered || focused || lessMotion || still);
  const row = rows[useRotation(rows.length, rows[0]?.msgId, runs)];
  return (
    <section
      className="announcement-bar"
      aria-label={t('announcements:bar.label')}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <strong className="announcement-title">{t('announcements:bar.label')}</strong>
      <span className="announcement-count figure">
        <span aria-hidden="true">{shownCount(count)}</span>
        <span className="visually-hidden">{t('announcements:bar.unread', { count })}</span>
      </span>
      <span className="announcement-line" title={row?.content}>
        {row && cutLine(row.content)}
      </span>
      {rows.length > 1 && !lessMotion && (
        <button
          type="button"
          className="announcement-button announcement-pause"
          aria-pressed={paused}
          aria-label={t('announcements:bar.pause')}
          title={t('announcements:bar.pause')}
          onClick={() => setPaused(!paused)}
        >
          {paused ? <PlayIcon /> : <PauseIcon />}
        </button>
      )}
      <button type="button" className="announcement-button" onClick={onView}>
        {t('announcements:bar.view')}
      </button>
    </section>
  );
}
