import { inflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import {
  CAPTCHA_HEIGHT,
  CAPTCHA_LETTERS,
  CAPTCHA_WIDTH,
  captchaImage,
} from '../../../server/domain/session/captcha-image.rules.js';

/** Reads back what the writer wrote: grey rows without a filter. */
function pixelsOf(png: Buffer): Uint8Array {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    expect(rows[y * (width + 1)]).toBe(0);
    pixels.set(rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)), y * width);
  }
  return pixels;
}

/** The same numbers for the same seed: the hairlines may run along an edge, and a test must not hang on that. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('the captcha picture', () => {
  it('is a PNG of the announced size that ends where it says', () => {
    const png = captchaImage('AH7K');
    expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([CAPTCHA_WIDTH, CAPTCHA_HEIGHT]);
    expect(png.subarray(-12).toString('hex')).toBe('0000000049454e44ae426082');
  });

  it('draws every letter dark on light, inside the picture', () => {
    for (const letter of CAPTCHA_LETTERS) {
      const pixels = pixelsOf(captchaImage(letter.repeat(4), seeded(letter.charCodeAt(0))));
      const dark = pixels.filter((value) => value < 110).length;
      expect([letter, dark, dark > 200, dark < pixels.length / 3]).toEqual([letter, dark, true, true]);
      const edge = [...pixels.subarray(0, CAPTCHA_WIDTH), ...pixels.subarray(-CAPTCHA_WIDTH)];
      const atEdge = edge.filter((value) => value < 110).length;
      expect([letter, atEdge, atEdge < 40]).toEqual([letter, atEdge, true]);
    }
  });

  it('never draws the same text the same way', () => {
    expect(captchaImage('AH7K').equals(captchaImage('AH7K'))).toBe(false);
  });
});
