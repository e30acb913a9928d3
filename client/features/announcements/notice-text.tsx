import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language';
import { useReducedMotion } from '../../lib/media';
import { PauseIcon, PlayIcon } from '../../ui/icons';
import { useNoticeQuery } from './notice-api';

/** Notices begin and end by the clock, too. */
const LOOK_MS = 60_000;

/** Scrolls the announcement; stands still on hover, focus, the button and for those who asked for less motion. */
export function NoticeText() {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const { data } = useNoticeQuery(language, { pollingInterval: LOOK_MS });
  const still = useReducedMotion();
  const [paused, setPaused] = useState(false);
  const text = data?.[0]?.content?.trim();
  if (!text) return <div className="notice" />;
  const stopped = paused || still;
  return (
    <div className="notice" role="region" aria-label={t('shell:notice.label')}>
      <div className="notice-window" title={text}>
        <span
          className={stopped ? 'notice-text' : 'notice-text notice-moving'}
          style={{ animationDuration: `${Math.max(16, text.length / 5)}s` }}
        >
          {text}
        </span>
      </div>
      {!still && (
        <button
          type="button"
          className="header-button header-icon"
          aria-pressed={paused}
          aria-label={t('shell:notice.pause')}
          onClick={() => setPaused(!paused)}
        >
          {paused ? <PlayIcon /> : <PauseIcon />}
        </button>
      )}
    </div>
  );
}
