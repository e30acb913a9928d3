import { Readable } from 'node:stream';

const RATE = 8_000;
const FRAME_MS = 100;
const SAMPLES = (RATE * FRAME_MS) / 1000;
const LOUD = 6_000;
/** Limit of spoken and not yet received sound: one second. */
const MAX_SPOKEN = RATE;

/** Each side of a call is a tone of its own, so that whoever listens can be asked what was heard. */
const HERTZ = { agent: 440, customer: 620 } as const;
export type Side = keyof typeof HERTZ;
export type MonitorMode = 'LISTEN' | 'WHISPER' | 'BARGE';

/** Sound for one ear: sides of the call, and others who speak into it. 16 bit, mono, 8 kHz. */
class Ear extends Readable {
  readonly spoken: number[] = [];

  constructor(
    readonly sides: readonly Side[],
    readonly hears: (mode: MonitorMode) => boolean,
  ) {
    super({ highWaterMark: RATE });
  }

  override _read(): void {
    // It comes by the clock.
  }
}

/** The sound of an answered call, as long as somebody has an ear to it. Nothing of it is kept. */
export class Conversation {
  private readonly ears = new Set<Ear>();
  private timer?: NodeJS.Timeout;
  private at = 0;

  /** Both sides. */
  monitor(): Readable {
    return this.open(['agent', 'customer'], () => false);
  }

  /** Sound for one side: the other one, and whoever whispers to it or barges in. */
  leg(side: Side): Readable {
    const other = side === 'agent' ? 'customer' : 'agent';
    return this.open([other], (mode) => mode === 'BARGE' || (mode === 'WHISPER' && side === 'agent'));
  }

  say(mode: MonitorMode, pcm: Buffer): void {
    const samples = Array.from({ length: pcm.length >> 1 }, (_, n) => pcm.readInt16LE(n * 2));
    for (const ear of this.ears)
      if (ear.hears(mode) && ear.spoken.length < MAX_SPOKEN) ear.spoken.push(...samples);
  }

  end(): void {
    for (const ear of this.ears) ear.push(null);
    this.ears.clear();
    clearInterval(this.timer);
  }

  private open(sides: readonly Side[], hears: Ear['hears']): Readable {
    const ear = new Ear(sides, hears);
    if (this.ears.size === 0) this.timer = setInterval(() => this.tick(), FRAME_MS).unref();
    this.ears.add(ear);
    ear.once('close', () => {
      this.ears.delete(ear);
      if (this.ears.size === 0) clearInterval(this.timer);
    });
    return ear;
  }

  private tick(): void {
    for (const ear of this.ears) {
      const frame = Buffer.alloc(SAMPLES * 2);
      const spoken = ear.spoken.splice(0, SAMPLES);
      for (let n = 0; n < SAMPLES; n++) {
        const tones = ear.sides.reduce(
          (sum, side) => sum + LOUD * Math.sin((2 * Math.PI * HERTZ[side] * (this.at + n)) / RATE),
          spoken[n] ?? 0,
        );
        frame.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(tones))), n * 2);
      }
      ear.push(frame);
    }
    this.at += SAMPLES;
  }
}
