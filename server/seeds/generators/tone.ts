const RATE = 8_000;
const HEADER_BYTES = 44;

/** One second of a tone, 8 bit mono, and then `silence` seconds without it: what a recording made up here sounds like. */
export function toneWav(hertz: number, silence = 0): Buffer {
  const samples = RATE * (1 + silence);
  const wav = Buffer.alloc(HEADER_BYTES + samples, 128);
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
  for (let n = 0; n < RATE; n++) {
    wav[HEADER_BYTES + n] = 128 + Math.round(40 * Math.sin((2 * Math.PI * hertz * n) / RATE));
  }
  return wav;
}
