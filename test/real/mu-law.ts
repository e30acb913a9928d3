/** Samples of a second. */
export const SAMPLES = 8_000;
const LOUD = 8_000;
const BIAS = 0x84;

/** Samples of 16 bit of a sine. */
export function tone(hz: number, from: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) =>
    Math.round(LOUD * Math.sin((2 * Math.PI * hz * (from + at)) / SAMPLES)),
  );
}

/** G.711, as ITU-T has it. */
export function toMuLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const size = Math.min(Math.abs(sample), 32_635) + BIAS;
  const exponent = Math.max(0, Math.floor(Math.log2(size)) - 7);
  return ~(sign | (exponent << 4) | ((size >> (exponent + 3)) & 0x0f)) & 0xff;
}

export function fromMuLaw(byte: number): number {
  const bits = ~byte & 0xff;
  const size = ((((bits & 0x0f) << 3) + BIAS) << ((bits >> 4) & 7)) - BIAS;
  return bits & 0x80 ? -size : size;
}
