import { useTranslation } from 'react-i18next';
import { BUSINESS_ZONE } from '../../../../contract/shared/wall-clock';
import { useLanguage } from '../../../i18n/use-language';
import { LANGUAGE_TAGS } from '../../../lib/language';
import { useStamp } from '../freshness';

interface StampProps {
  asOf: string | undefined;
  readAt: number | undefined;
}

/** How far a live board can be believed. */
export function LiveStamp({ asOf, readAt }: StampProps) {
  const { t } = useTranslation('boards');
  const time = useTime('medium');
  const stamp = useStamp(asOf, readAt);
  if (!stamp) return <span className="board-stamp" />;
  return (
    <span className={`board-stamp board-stamp-${stamp.freshness} figure`}>
      <span className="lamp" aria-hidden="true" />
      {t('boards:stamp.as-of', { time: time(stamp.asOf) })}
      <span role="status" className="board-stamp-word">
        {stamp.freshness !== 'fresh' && t(`boards:stamp.${stamp.freshness}`)}
      </span>
    </span>
  );
}

/** A board that stands still: paused, or looked back to. */
export function StillStamp({ asOf, word }: { asOf: string | undefined; word: 'paused' | 'past' }) {
  const { t } = useTranslation('boards');
  const time = useTime(word === 'past' ? 'short' : 'medium');
  return (
    <span className="board-stamp board-stamp-still figure" role="status">
      {asOf && t(`boards:stamp.${word}`, { time: time(Date.parse(asOf)) })}
    </span>
  );
}

/** By Mexico City's clock, which the board goes by. */
function useTime(timeStyle: 'short' | 'medium'): (at: number) => string {
  const language = useLanguage();
  return (at) =>
    new Date(at).toLocaleTimeString(LANGUAGE_TAGS[language], {
      hourCycle: 'h23',
      timeZone: BUSINESS_ZONE,
      timeStyle,
    });
}
