const RATE = 8_000;
const HEADER_BYTES = 44;
const SECONDS = 2;

/** Two seconds of Mexico's ringing tone (425 Hz), 8 bit mono: what a seeded recording sounds like. */
export function ringTone(): Buffer {
  const samples = RATE * SECONDS;
  const wav = Buffer.alloc(HEADER_BYTES + samples);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples, 40);
  for (let n = 0; n < samples; n++) {
    const loud = n < RATE ? 40 : 0;
    wav[HEADER_BYTES + n] = 128 + Math.round(loud * Math.sin((2 * Math.PI * 425 * n) / RATE));
  }
  return wav;
}
