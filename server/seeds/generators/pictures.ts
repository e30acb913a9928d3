import { inflateSync } from 'node:zlib';
import { greyPng } from '../../platform/files/png.js';
import { portrait } from './portrait.js';

const [WIDTH, HEIGHT] = [340, 214];
const [FACE_WIDTH, FACE_HEIGHT] = [180, 220];

/** The front of an identity card: the drawn head of `portrait(seed)` at half its size beside lines that say nothing. */
export function idFront(seed: number): Buffer {
  const face = facePixels(seed);
  return card((x, y) => {
    const [faceX, faceY] = [(x - 22) * 2, (y - 62) * 2];
    if (faceX >= 0 && faceX < FACE_WIDTH && faceY >= 0 && faceY < FACE_HEIGHT)
      return face[faceY * FACE_WIDTH + faceX]!;
    return x > 132 && x < 300 - ((y * 7) % 60) && y > 66 && y % 20 < 7 ? 110 : null;
  });
}

export function idBack(): Buffer {
  return card((x, y) => (y > 150 && y % 16 < 8 && x > 20 && x < 320 && (x * 7 + y) % 11 < 8 ? 70 : null));
}

export function workPaper(): Buffer {
  return card((x, y) => (x > 30 && x < 310 - ((y * 13) % 70) && y > 60 && y % 14 < 4 ? 120 : null));
}

function card(draw: (x: number, y: number) => number | null): Buffer {
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const edge = x < 3 || y < 3 || x >= WIDTH - 3 || y >= HEIGHT - 3;
      const heading = y > 16 && y < 40 && x > 20 && x < 210;
      pixels[y * WIDTH + x] = edge ? 150 : heading ? 95 : (draw(x, y) ?? 232);
    }
  }
  return greyPng(WIDTH, HEIGHT, pixels);
}

/** The portrait's own pixels: its PNG has one IDAT and no filter. */
function facePixels(seed: number): Uint8Array {
  const png = Buffer.from(portrait(seed), 'base64');
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const pixels = new Uint8Array(FACE_WIDTH * FACE_HEIGHT);
  for (let y = 0; y < FACE_HEIGHT; y++)
    pixels.set(rows.subarray(y * (FACE_WIDTH + 1) + 1, (y + 1) * (FACE_WIDTH + 1)), y * FACE_WIDTH);
  return pixels;
}
