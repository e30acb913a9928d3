import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { businessDay } from '../../../../contract/shared/date';
import { wallClock } from '../../../../contract/shared/wall-clock';
import { useNow } from '../../../state/clock';
import type { BoardAddress } from '../board-address';
import { LAST, minuteOf, minuteText } from './minutes';
import type { Go } from './use-go';

/** A hand that draws the slider asks for the minute on which it rests. */
const REST_MS = 200;

/** Back through the minutes of the day, by hand or arrow keys; the right end is live, or the whole of a day that is over. */
export function MinuteSlider({ address, go }: { address: BoardAddress; go: Go }) {
  const { t } = useTranslation('boards');
  const now = new Date(useNow());
  const today = address.date === undefined;
  const last = today ? (minuteOf(wallClock(now).slice(11, 16)) ?? LAST) : LAST;
  const end = last + 1;
  const chosen = address.at === undefined ? end : Math.min(minuteOf(address.at) ?? end, end);
  const [drawn, setDrawn] = useState<number | null>(null);
  if (drawn === chosen) setDrawn(null);
  const value = drawn ?? chosen;
  const rest = useEffectEvent((minute: number) =>
    go(
      minute >= end
        ? { at: undefined, ...(today && { date: undefined }) }
        : { date: address.date ?? businessDay(now), at: minuteText(minute) },
      true,
    ),
  );
  useEffect(() => {
    if (drawn === null) return;
    const timer = setTimeout(() => rest(drawn), REST_MS);
    return () => clearTimeout(timer);
  }, [drawn]);
  const text = value < end ? minuteText(value) : t(today ? 'boards:slider.live' : 'boards:slider.whole');
  return (
    <label className="board-slider">
      <span className="visually-hidden">{t('boards:slider.label')}</span>
      <span className="muted figure" aria-hidden="true">
        00:00
      </span>
      <input
        type="range"
        min={0}
        max={end}
        value={value}
        aria-valuetext={text}
        onChange={({ target }) => setDrawn(Number(target.value))}
      />
      <output className="board-slider-value figure">{text}</output>
    </label>
  );
}
