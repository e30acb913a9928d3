import { useEffect } from 'react';

const VOLUME = 0.12;
const TONES_HZ = [740, 587] as const;
const TONE_S = 0.18;
const EVERY_MS = 2_400;

/** Two soft tones, again and again. A browser that lets no page sound before a click stays silent: it is seen as well. */
export function useRing(): void {
  useEffect(() => {
    const context = new AudioContext();
    const ring = () => {
      for (const [index, frequency] of TONES_HZ.entries()) {
        const from = context.currentTime + index * TONE_S;
        const tone = new OscillatorNode(context, { frequency });
        const gain = new GainNode(context, { gain: 0 });
        gain.gain.setTargetAtTime(VOLUME, from, 0.02);
        gain.gain.setTargetAtTime(0, from + TONE_S * 0.7, 0.04);
        tone.connect(gain).connect(context.destination);
        tone.start(from);
        tone.stop(from + TONE_S * 2);
      }
    };
    ring();
    const timer = setInterval(ring, EVERY_MS);
    return () => {
      clearInterval(timer);
      void context.close();
    };
  }, []);
}
