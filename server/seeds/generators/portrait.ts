import { greyPng } from '../../platform/files/png.js';
import { Random } from './random.js';

const [WIDTH, HEIGHT] = [180, 220];

/** A drawn head and shoulders, for people who do not exist: a PNG as base64. */
export function portrait(seed: number): string {
  const random = new Random(seed, 9);
  const [ground, hair, skin, coat] = [
    225,
    random.between(30, 90),
    random.between(150, 190),
    random.between(60, 120),
  ];
  const face = { x: 90, y: 92, width: random.between(37, 43), height: random.between(47, 53) };
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const inside = (oval: typeof face) =>
        ((x - oval.x) / oval.width) ** 2 + ((y - oval.y) / oval.height) ** 2 < 1;
      let shade = ground;
      if (inside({ x: 90, y: 225, width: 78, height: 68 })) shade = coat;
      if (inside({ x: 90, y: 142, width: 18, height: 34 })) shade = skin - 20;
      if (inside({ ...face, y: face.y - 8, width: face.width + 6, height: face.height + 3 })) shade = hair;
      if (inside(face) && y > face.y - 24) shade = skin;
      pixels[y * WIDTH + x] = shade;
    }
  }
  return greyPng(WIDTH, HEIGHT, pixels).toString('base64');
}
