import { describe, expect, it } from '@jest/globals';
import { afterSilence, nextSpeed, seekTo, silencesOf } from '../../../client/domain/recordings/playing.js';

describe('a recording', () => {
  it('is sought in by the keys of a slider, never beyond its ends', () => {
    const length = 109;
    expect(seekTo('ArrowRight', 10, length)).toBe(15);
    expect(seekTo('ArrowLeft', 10, length)).toBe(5);
    expect(seekTo('ArrowLeft', 3, length)).toBe(0);
    expect(seekTo('PageUp', 100, length)).toBe(length);
    expect(seekTo('Home', 50, length)).toBe(0);
    expect(seekTo('End', 50, length)).toBe(length);
    expect(seekTo('r', 50, length)).toBeNull();
  });

  it('is played at each speed in turn', () => {
    const turns = [1, 2, 3, 4].reduce<ReturnType<typeof nextSpeed>[]>(
      (speeds) => [...speeds, nextSpeed(speeds.at(-1)!)],
      [1],
    );
    expect(turns).toEqual([1, 1.25, 1.5, 2, 1]);
  });

  it('is silent where nothing is heard for a while, up to just before the next word', () => {
    const second = (level: number) => Array.from({ length: 10 }, () => level);
    const peaks = [0.8, 0.01, 0.02, 0.02, 0.7, 0.01, 0.6].flatMap(second);
    const silences = silencesOf(peaks, 7);
    expect(silences).toEqual([{ from: 1, end: 3.7 }]);
    expect(afterSilence(silences, 2)).toBe(3.7);
    expect(afterSilence(silences, 3.8)).toBeNull();
    expect(silencesOf([], 0)).toEqual([]);
  });
});
