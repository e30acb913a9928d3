import { useEffect, useRef, useState } from 'react';
import WaveSurfer from 'wavesurfer.js';
import type { RecordingInfo } from '../../../contract/supervision/recordings';
import { PEAKS_PER_SECOND } from '../../../contract/supervision/recordings';
import { voiceUrl } from './recordings-api';
import { styleNonce } from '../../lib/csp';
import { newRequestId } from '../../lib/request-id';
import { afterSilence, type Silence, silencesOf } from './playing';

/** A file without peaks is fetched whole and decoded, up to here; of a longer one no wave is drawn. */
const MAX_DECODED = 8 * 1024 * 1024;
const FLAT = [0.2, 0.2];

export type Sound = NonNullable<RecordingInfo['sound']>;

interface WaveOptions {
  callId: number;
  sound: Sound;
  autoplay: boolean;
  /** Pixels. */
  height: number;
}

/** Draws and plays a recording, which the browser fetches by ranges. Times are whole seconds. */
export function useWave({ callId, sound, autoplay, height }: WaveOptions) {
  const place = useRef<HTMLDivElement>(null);
  const wave = useRef<WaveSurfer>(null);
  const silences = useRef<Silence[]>([]);
  const skipsRef = useRef(false);
  const [skipping, setSkipping] = useState(false);
  const [url] = useState(() => voiceUrl(callId, newRequestId()));
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(Math.floor(sound.seconds ?? 0));
  const [playing, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  const { peaks, seconds, bytes } = sound;
  useEffect(() => {
    const container = place.current!;
    const colour = (name: string) => getComputedStyle(container).getPropertyValue(name);
    const nonce = styleNonce();
    const media = new Audio();
    // Nothing is fetched, and nobody has listened, before somebody plays.
    media.preload = autoplay ? 'auto' : 'none';
    const drawn = WaveSurfer.create({
      container,
      media,
      height,
      barWidth: 2,
      barGap: 1,
      normalize: true,
      dragToSeek: true,
      autoplay,
      waveColor: colour('--ink-3'),
      progressColor: colour('--accent'),
      ...(nonce && { cspNonce: nonce }),
    });
    drawn.on('ready', (known) => {
      setLength(Math.floor(known));
      const [line = []] = drawn.exportPeaks({ channels: 1, maxLength: Math.ceil(known * PEAKS_PER_SECOND) });
      silences.current = silencesOf(line, known);
    });
    drawn.on('timeupdate', (now) => {
      setAt(Math.floor(now));
      const next = skipsRef.current && drawn.isPlaying() ? afterSilence(silences.current, now) : null;
      if (next !== null) drawn.setTime(next);
    });
    drawn.on('play', () => setPlaying(true));
    drawn.on('pause', () => setPlaying(false));
    drawn.on('error', () => setFailed(true));
    wave.current = drawn;
    const given = peaks !== null ? levelsOf(peaks) : bytes > MAX_DECODED ? FLAT : null;
    // A failure is told as the event.
    const loaded = given ? drawn.load(url, [given], seconds ?? undefined) : drawn.load(url);
    loaded.catch(() => undefined);
    return () => {
      wave.current = null;
      drawn.destroy();
      release(media);
    };
  }, [url, autoplay, height, peaks, seconds, bytes]);
  const turnSkipping = () => {
    skipsRef.current = !skipping;
    setSkipping(!skipping);
  };
  return { place, wave, url, at, length, playing, failed, skipping, turnSkipping };
}

/** It would go on fetching. */
function release(media: HTMLMediaElement): void {
  media.pause();
  media.removeAttribute('src');
  media.load();
}

function levelsOf(base64: string): number[] {
  return Array.from(atob(base64), (byte) => byte.charCodeAt(0) / 255);
}
