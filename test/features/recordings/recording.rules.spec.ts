import { describe, expect, it } from '@jest/globals';
import { rangeOf } from '../../../server/domain/recordings/range.rules.js';
import { WavPeaks } from '../../../server/domain/recordings/wav.rules.js';
import { toneWav } from '../../../server/seeds/generators/tone.js';

describe('a range', () => {
  it.each([
    ['bytes=0-', { from: 0, end: 1000 }],
    ['bytes=100-199', { from: 100, end: 200 }],
    ['bytes=900-5000', { from: 900, end: 1000 }],
    ['bytes=-10', { from: 990, end: 1000 }],
    ['bytes=-5000', { from: 0, end: 1000 }],
    ['bytes=999-999', { from: 999, end: 1000 }],
    ['bytes=1000-', 'beyond'],
    ['bytes=-0', 'beyond'],
    ['bytes=99999999999999999999-', 'beyond'],
    ['bytes=9-3', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['bytes=-', 'whole'],
    ['lines=1-2', 'whole'],
    [undefined, 'whole'],
  ])('%s of 1,000 bytes', (header, range) => {
    expect(rangeOf(header, 1000)).toEqual(range);
  });
});

it('a range without an end is answered a part at a time', () => {
  expect(rangeOf('bytes=100-', 10_000_000)).toEqual({ from: 100, end: 262_244 });
  expect(rangeOf('bytes=100-9999999', 10_000_000)).toEqual({ from: 100, end: 10_000_000 });
});

describe('the wave of a WAV', () => {
  const shapeOf = (wav: Buffer, part = wav.length) => {
    const peaks = new WavPeaks(wav.length);
    for (let at = 0; at < wav.length; at += part) peaks.add(wav.subarray(at, at + part));
    return peaks.result();
  };
  const tone = toneWav(440, 1);
  const loud = [...Array.from({ length: 10 }, () => 80), ...Array.from({ length: 10 }, () => 0)];

  it('is the loudest of each tenth of a second, however the file is cut', () => {
    for (const part of [tone.length, 65_536, 4_001])
      expect(shapeOf(tone, part)).toEqual({ durationMs: 2_000, peaks: Buffer.from(loud) });
  });

  it('is drawn of 16 bits in two channels and of both telephone codes', () => {
    const stereo = wavOf({ kind: 1, channels: 2, bits: 16 }, (into, at) => into.writeInt16LE(-16_384, at));
    expect(shapeOf(stereo, 999)).toEqual({ durationMs: 1_000, peaks: Buffer.alloc(10, 128) });
    // Each code's loudest and its silence.
    for (const [kind, loudest, silence] of [[6, 0xaa, 0xd5], [7, 0x80, 0xff]] as const) {
      const peak = (byte: number) => {
        const { peaks } = shapeOf(wavOf({ kind, channels: 1, bits: 8 }, (into, at) => (into[at] = byte)));
        return peaks![0]!;
      };
      expect(peak(loudest)).toBeGreaterThan(245);
      expect(peak(silence)).toBeLessThan(2);
    } // prettier-ignore
  });

  it('is not drawn of what is compressed, cut short or no sound', () => {
    const gsm = wavOf({ kind: 49, channels: 1, bits: 8 }, () => undefined);
    expect(shapeOf(gsm)).toEqual({ durationMs: 1_000, peaks: null });
    expect(shapeOf(tone.subarray(0, 40))).toEqual({ durationMs: null, peaks: null });
    const endless = Buffer.from(tone);
    endless.writeUInt32LE(0xffffffff, 40);
    expect(shapeOf(endless).durationMs).toBe(2_000);
    const still = Buffer.from(tone);
    still.writeUInt32LE(0, 24);
    expect(shapeOf(still)).toEqual({ durationMs: null, peaks: null });
  });
});

/** A second at 8 kHz. */
function wavOf(
  of: { kind: number; channels: number; bits: number },
  write: (into: Buffer, at: number) => unknown,
): Buffer {
  const step = of.bits / 8;
  const wav = Buffer.alloc(44 + 8_000 * of.channels * step);
  toneWav(1).copy(wav, 0, 0, 44);
  wav.writeUInt16LE(of.kind, 20);
  wav.writeUInt16LE(of.channels, 22);
  wav.writeUInt16LE(of.channels * step, 32);
  wav.writeUInt16LE(of.bits, 34);
  wav.writeUInt32LE(wav.length - 44, 40);
  for (let at = 44; at < wav.length; at += step) write(wav, at);
  return wav;
}
