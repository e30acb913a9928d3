import './player.css';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import WaveSurfer from 'wavesurfer.js';
import { saveFile } from '../../api/http';
import { useWords } from '../../i18n/use-words';
import { styleNonce } from '../../lib/csp';
import { minutes } from '../../lib/format';
import { Button } from '../../ui/button';
import { DownloadIcon, PauseIcon, PlayIcon } from '../../ui/icons';
import { nextSpeed, seekTo, type Speed } from './playing';

interface PlayerProps {
  file: Blob;
  label: string;
  fileName: string;
}

/** A recording by its waveform, which is a slider: space plays and pauses, arrows and Home and End seek. */
export default function Player({ file, label, fileName }: PlayerProps) {
  const { t } = useWords('calls');
  const [speed, setSpeed] = useState<Speed>(1);
  const { place, wave, at, length, playing, failed } = useWave(file);
  const toggle = () => void wave.current?.playPause();
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
  if (failed) return <p role="alert">{t('calls:recording.broken')}</p>;
  return (
    <div className="player" role="group" aria-label={label}>
      <Button
        quiet
        label={t(playing ? 'calls:recording.pause' : 'calls:recording.play')}
        icon={playing ? <PauseIcon /> : <PlayIcon />}
        onClick={toggle}
      />
      <div
        ref={place}
        className="player-wave"
        role="slider"
        tabIndex={0}
        aria-label={t('calls:recording.place')}
        aria-valuemin={0}
        aria-valuemax={length}
        aria-valuenow={at}
        aria-valuetext={`${minutes(at)} / ${minutes(length)}`}
        onKeyDown={onKeyDown}
      />
      <span className="figure player-time">
        {minutes(at)} / {minutes(length)}
      </span>
      <Button
        small
        className="player-speed"
        aria-label={t('calls:recording.speed', { speed })}
        onClick={turn}
      >
        {speed}×
      </Button>
      <Button
        quiet
        label={t('calls:recording.download')}
        icon={<DownloadIcon />}
        onClick={() => saveFile(file, fileName)}
      />
    </div>
  );
}

/** Draws and plays the file, from its start at once. Times are whole seconds. */
function useWave(file: Blob) {
  const place = useRef<HTMLDivElement>(null);
  const wave = useRef<WaveSurfer>(null);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const container = place.current!;
    const colour = (name: string) => getComputedStyle(container).getPropertyValue(name);
    const nonce = styleNonce();
    const drawn = WaveSurfer.create({
      container,
      height: 28,
      barWidth: 2,
      barGap: 1,
      normalize: true,
      dragToSeek: true,
      autoplay: true,
      waveColor: colour('--ink-3'),
      progressColor: colour('--accent'),
      ...(nonce && { cspNonce: nonce }),
    });
    drawn.on('ready', (seconds) => setLength(Math.floor(seconds)));
    drawn.on('timeupdate', (seconds) => setAt(Math.floor(seconds)));
    drawn.on('play', () => setPlaying(true));
    drawn.on('pause', () => setPlaying(false));
    drawn.on('error', () => setFailed(true));
    wave.current = drawn;
    void drawn.loadBlob(file);
    return () => {
      wave.current = null;
      drawn.destroy();
    };
  }, [file]);
  return { place, wave, at, length, playing, failed };
}
