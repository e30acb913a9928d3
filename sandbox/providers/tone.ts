const RATE = 8_000;
const HEADER_BYTES = 44;

/** One second of a 440 Hz tone, 8 bit mono: what every recorded call sounds like here. */
export function toneWav(): Buffer {
  const wav = Buffer.alloc(HEADER_BYTES + RATE);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + RATE, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(RATE, 40);
  for (let n = 0; n < RATE; n++) {
    wav[HEADER_BYTES + n] = 128 + Math.round(40 * Math.sin((2 * Math.PI * 440 * n) / RATE));
  }
  return wav;
}
