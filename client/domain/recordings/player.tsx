import './player.css';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { minutes } from '../../lib/format';
import { SHORTCUTS, useShortcut } from '../../lib/keyboard/shortcuts';
import { Button } from '../../ui/button';
import { DownloadIcon, PauseIcon, PlayIcon } from '../../ui/icons';
import { nextSpeed, seekTo, type Speed } from './playing';
import { type Sound, useWave } from './use-wave';

/** Pixels of the wave's height. */
const SMALL = 28;
const LARGE = 96;

interface PlayerProps {
  callId: number;
  sound: Sound;
  label: string;
  autoplay?: boolean;
  /** Where to go; another object goes there again. */
  goTo?: { second: number } | null;
  onTime?: (second: number) => void;
  /** It is what the page is about: a large wave, and space plays wherever the focus is. */
  isMain?: boolean;
}

/** A recording by its waveform, which is a slider: space plays and pauses, arrows and Home and End seek. */
export default function Player(props: PlayerProps) {
  const [attempt, setAttempt] = useState<Attempted>({ count: 0 });
  const isSame = attempt.brokeOff && attempt.goTo === props.goTo;
  const again = (second: number) =>
    setAttempt({ count: attempt.count + 1, goTo: props.goTo, brokeOff: { second } });
  return (
    <Attempt key={attempt.count} {...props} goTo={isSame ? attempt.brokeOff : props.goTo} onRetry={again} />
  );
}

/** A later attempt goes on where the one before broke off, until its reader is led elsewhere. */
interface Attempted {
  count: number;
  goTo?: PlayerProps['goTo'];
  brokeOff?: { second: number };
}

function Attempt(props: PlayerProps & { onRetry: (second: number) => void }) {
  const { callId, sound, label, autoplay = false, goTo, onTime, isMain = false, onRetry } = props;
  const { t } = useTranslation('recordings');
  const [speed, setSpeed] = useState<Speed>(1);
  const { place, wave, url, at, length, playing, failed, skipping, turnSkipping } = useWave({
    callId,
    sound,
    autoplay,
    height: isMain ? LARGE : SMALL,
  });
  useEffect(() => onTime?.(at), [onTime, at]);
  useEffect(() => {
    if (goTo) wave.current?.setTime(goTo.second);
  }, [goTo, wave]);
  const toggle = () => void wave.current?.playPause();
  useShortcut(SHORTCUTS.play, toggle, isMain);
  const turn = () => {
    const next = nextSpeed(speed);
    setSpeed(next);
    wave.current?.setPlaybackRate(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = seekTo(event.key, at, length);
    if (to === null && event.key !== ' ') return;
    event.preventDefault();
    if (to === null) toggle();
    else wave.current?.setTime(to);
  };
  if (failed) {
    return (
      <div className="player">
        <p role="alert">{t('recordings:broken')}</p>
        <Button small onClick={() => onRetry(at)}>
          {t('common:action.retry')}
        </Button>
      </div>
    );
  }
  return (
    <div className={isMain ? 'player player-main' : 'player'} role="group" aria-label={label}>
      <Button
        quiet
        label={t(playing ? 'recordings:pause' : 'recordings:play')}
        icon={playing ? <PauseIcon /> : <PlayIcon />}
        onClick={toggle}
      />
      <div
        ref={place}
        className="player-wave"
        role="slider"
        tabIndex={0}
        aria-label={t('recordings:place')}
        aria-valuemin={0}
        aria-valuemax={length}
        aria-valuenow={at}
        aria-valuetext={`${minutes(at)} / ${minutes(length)}`}
        onKeyDown={onKeyDown}
      />
      <span className="figure player-time">
        {minutes(at)} / {minutes(length)}
      </span>
      <Button small className="player-speed" aria-label={t('recordings:speed', { speed })} onClick={turn}>
        {speed}×
      </Button>
      <Button small aria-pressed={skipping} onClick={turnSkipping}>
        {t('recordings:skip')}
      </Button>
      <a
        className="button button-quiet button-tool"
        href={url}
        download
        title={t('recordings:download')}
        aria-label={t('recordings:download')}
      >
        <DownloadIcon />
      </a>
    </div>
  );
}
