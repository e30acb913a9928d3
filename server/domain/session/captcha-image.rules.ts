import { greyPng } from '../../platform/files/png.js';

export const CAPTCHA_WIDTH = 144;
export const CAPTCHA_HEIGHT = 48;

/** Pen strokes on a grid 4 wide and 6 high. Without letters that look alike: no B/8, D/O/0, G/6, I/1, S/5, Z/2. */
const GLYPHS: Record<string, string> = {
  A: '0,6 2,0 4,6|0.8,4 3.2,4',
  C: '4,1 3,0 1,0 0,1.5 0,4.5 1,6 3,6 4,5',
  E: '4,0 0,0 0,6 4,6|0,3 3,3',
  F: '4,0 0,0 0,6|0,3 3,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  J: '1,0 4,0|3,0 3,4.8 2,6 1,6 0,5',
  K: '0,0 0,6|4,0 0,3.4|1.2,2.6 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0,0 2,3.4 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  P: '0,6 0,0 3,0 4,0.8 4,2.4 3,3.2 0,3.2',
  R: '0,6 0,0 3,0 4,0.8 4,2.4 3,3.2 0,3.2|1.8,3.2 4,6',
  T: '0,0 4,0|2,0 2,6',
  U: '0,0 0,4.6 1,6 3,6 4,4.6 4,0',
  W: '0,0 1,6 2,2.2 3,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
  3: '0,0.8 1,0 3,0 4,1 4,2.2 3,3 1.6,3|3,3 4,3.8 4,5 3,6 1,6 0,5.2',
  4: '3,6 3,0 0,4.2 4,4.2',
  7: '0,0 4,0 1.4,6',
  9: '4,2.4 3,3.4 1,3.4 0,2.4 0,1 1,0 3,0 4,1 4,4 3,6 1,6',
};
export const CAPTCHA_LETTERS = Object.keys(GLYPHS);

type Point = [number, number];
type Random = () => number;

/** The text as a PNG: each letter turned, sheared and sized by chance, the whole bent in a wave and crossed by hairlines. */
export function captchaImage(text: string, random: Random = Math.random): Buffer {
  const pixels = new Uint8Array(CAPTCHA_WIDTH * CAPTCHA_HEIGHT).map(() => 226 + random() * 29);
  const bend = wave(random);
  const slot = (CAPTCHA_WIDTH - 16) / text.length;
  [...text].forEach((letter, index) => {
    const place = placement(8 + slot * (index + 0.5), CAPTCHA_HEIGHT / 2, random);
    const width = 1.5 + random() * 0.5;
    const ink = 20 + random() * 70;
    for (const stroke of strokesOf(letter)) drawLine(pixels, finely(stroke.map(place)).map(bend), width, ink);
  });
  for (let i = 0; i < 3; i++) drawLine(pixels, hairline(random).map(bend), 0.4, 70 + random() * 60);
  return greyPng(CAPTCHA_WIDTH, CAPTCHA_HEIGHT, pixels);
}

function strokesOf(letter: string): Point[][] {
  return (GLYPHS[letter] ?? '')
    .split('|')
    .map((stroke) => stroke.split(' ').map((pair) => pair.split(',').map(Number) as Point));
}

function placement(x: number, y: number, random: Random): (point: Point) => Point {
  const angle = (random() - 0.5) * 0.6;
  const shear = (random() - 0.5) * 0.5;
  const width = 4 + random();
  const height = 4.2 + random() * 0.7;
  const dx = x + (random() - 0.5) * 6;
  const dy = y + (random() - 0.5) * 5;
  return ([gx, gy]) => {
    const py = (gy - 3) * height;
    const px = (gx - 2) * width + shear * py;
    return [
      dx + px * Math.cos(angle) - py * Math.sin(angle),
      dy + px * Math.sin(angle) + py * Math.cos(angle),
    ];
  };
}

function wave(random: Random): (point: Point) => Point {
  const [a, b] = [random() * 6.3, random() * 6.3];
  const [long, high] = [14 + random() * 8, 1.2 + random() * 1.3];
  return ([x, y]) => [x + high * Math.sin(y / long + a), y + high * Math.sin(x / long + b)];
}

function hairline(random: Random): Point[] {
  const [from, to] = [random() * CAPTCHA_HEIGHT, random() * CAPTCHA_HEIGHT];
  return finely([
    [0, from],
    [CAPTCHA_WIDTH / 2, random() * CAPTCHA_HEIGHT],
    [CAPTCHA_WIDTH, to],
  ]);
}

/** Points along the line close enough that the wave bends it smoothly. */
function finely(points: Point[]): Point[] {
  return points.slice(1).flatMap(([bx, by], index): Point[] => {
    const [ax, ay] = points[index]!;
    const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / 4));
    return Array.from({ length: steps + 1 }, (_, i) => [
      ax + ((bx - ax) * i) / steps,
      ay + ((by - ay) * i) / steps,
    ]);
  });
}

function drawLine(pixels: Uint8Array, points: Point[], halfWidth: number, ink: number): void {
  points.slice(1).forEach((end, index) => drawSegment(pixels, points[index]!, end, halfWidth, ink));
}

function drawSegment(pixels: Uint8Array, a: Point, b: Point, halfWidth: number, ink: number): void {
  const reach = halfWidth + 1;
  const [left, right] = span(a[0], b[0], reach, CAPTCHA_WIDTH);
  const [top, bottom] = span(a[1], b[1], reach, CAPTCHA_HEIGHT);
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const cover = Math.min(1, reach - distance(x, y, a, b));
      if (cover <= 0) continue;
      const at = y * CAPTCHA_WIDTH + x;
      pixels[at] = Math.min(pixels[at]!, ink + (1 - cover) * (235 - ink));
    }
  }
}

function span(a: number, b: number, reach: number, size: number): [number, number] {
  return [
    Math.max(0, Math.floor(Math.min(a, b) - reach)),
    Math.min(size - 1, Math.ceil(Math.max(a, b) + reach)),
  ];
}

function distance(x: number, y: number, [ax, ay]: Point, [bx, by]: Point): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const along =
    length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
  return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay));
}
