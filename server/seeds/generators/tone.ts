const RATE = 8_000;
const HEADER_BYTES = 44;
const LOUD = 40;

/** One second of a tone, 8 bit mono, and then `silence` seconds without it: what a recording made up here sounds like. */
export function toneWav(hertz: number, silence = 0): Buffer {
  return wavOf(1 + silence, (second) => (second < 1 ? hertz : null));
}

/** Two who speak in turn, at 440 and at 620 hertz, and think about it in between. */
export function conversationWav(seconds: number): Buffer {
  return wavOf(seconds, (second) => {
    const turn = second % 12;
    if (turn < 4) return 440;
    return turn >= 6 && turn < 9 ? 620 : null;
  });
}

/** @param toneAt what sounds in a second; null is silence */
function wavOf(seconds: number, toneAt: (second: number) => number | null): Buffer {
  const samples = RATE * seconds;
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
  for (let n = 0; n < samples; n++) {
    const hertz = toneAt(Math.floor(n / RATE));
    if (hertz !== null)
      wav[HEADER_BYTES + n] = 128 + Math.round(LOUD * Math.sin((2 * Math.PI * hertz * n) / RATE));
  }
  return wav;
}
