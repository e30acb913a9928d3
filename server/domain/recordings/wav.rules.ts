import { PEAKS_PER_SECOND } from '../../../contract/supervision/recordings.js';

const PCM = 1;
const A_LAW = 6;
const MU_LAW = 7;
const EXTENSIBLE = 0xfffe;
const LOUDEST = 32_768;

interface Format {
  kind: number;
  channels: number;
  rate: number;
  frameBytes: number;
  bits: number;
  /** Where the samples begin and end in the file. */
  from: number;
  end: number;
}

/**
 * The loudest sample of each tenth of a second, by what telephone systems write: 8 and 16 bit PCM, A-law and mu-law. Parts
 * of the file come in their order.
 */
export class WavPeaks {
  private format: Format | null = null;
  private readonly peaks: number[] = [];
  private at = 0;
  private frames = 0;
  private loudest = 0;
  private rest = Buffer.alloc(0);

  constructor(private readonly length: number) {}

  add(part: Buffer): void {
    if (this.at === 0) this.format = formatOf(part, this.length);
    const { format } = this;
    const [begin, before] = [this.at, format?.end ?? 0];
    this.at += part.length;
    if (!format || !isDrawn(format)) return;
    const samples = part.subarray(Math.max(0, format.from - begin), Math.max(0, before - begin));
    const known = this.rest.length === 0 ? samples : Buffer.concat([this.rest, samples]);
    const whole = known.length - (known.length % format.frameBytes);
    this.measure(known.subarray(0, whole), format);
    this.rest = Buffer.from(known.subarray(whole));
  }

  /** Milliseconds and a byte for each peak; null where the file does not say or is not of a kind that is drawn. */
  result(): { durationMs: number | null; peaks: Buffer | null } {
    const { format } = this;
    if (!format) return { durationMs: null, peaks: null };
    const durationMs = Math.round(((format.end - format.from) / format.frameBytes / format.rate) * 1000);
    if (!isDrawn(format)) return { durationMs, peaks: null };
    if (this.frames > 0) this.close();
    return { durationMs, peaks: Buffer.from(this.peaks) };
  }

  private measure(samples: Buffer, { kind, bits, frameBytes, rate }: Format): void {
    const step = bits / 8;
    const each = Math.max(1, Math.round(rate / PEAKS_PER_SECOND));
    const law = kind === A_LAW ? A_LAW_LEVELS : kind === MU_LAW ? MU_LAW_LEVELS : EIGHT_BITS;
    for (let frame = 0; frame < samples.length; frame += frameBytes) {
      for (let at = frame; at < frame + frameBytes; at += step) {
        const level = bits === 16 ? Math.abs(samples.readInt16LE(at)) : law[samples[at]!]!;
        if (level > this.loudest) this.loudest = level;
      }
      if (++this.frames === each) this.close();
    }
  }

  private close(): void {
    this.peaks.push(Math.min(255, Math.round((this.loudest / LOUDEST) * 255)));
    this.frames = 0;
    this.loudest = 0;
  }
}

function isDrawn({ kind, bits }: Format): boolean {
  return kind === PCM ? bits === 8 || bits === 16 : (kind === A_LAW || kind === MU_LAW) && bits === 8;
}

/** By the file's first part, in which its head is; null when it is not. */
function formatOf(head: Buffer, length: number): Format | null {
  let format: Omit<Format, 'from' | 'end'> | null = null;
  for (let at = 12; at + 8 <= head.length;) {
    const [name, size] = [head.toString('latin1', at, at + 4), head.readUInt32LE(at + 4)];
    const body = at + 8;
    if (name === 'fmt ' && body + 16 <= head.length) format = readFormat(head, body, size);
    // A file that was written while somebody spoke may not know its end.
    if (name === 'data') return format && { ...format, from: body, end: Math.min(body + size, length) };
    at = body + size + (size % 2);
  }
  return null;
}

function readFormat(head: Buffer, at: number, size: number): Omit<Format, 'from' | 'end'> | null {
  const named = head.readUInt16LE(at);
  const kind =
    named === EXTENSIBLE && size >= 26 && at + 26 <= head.length ? head.readUInt16LE(at + 24) : named;
  const [channels, rate, frameBytes, bits] = [
    head.readUInt16LE(at + 2),
    head.readUInt32LE(at + 4),
    head.readUInt16LE(at + 12),
    head.readUInt16LE(at + 14),
  ];
  const isWhole = rate > 0 && frameBytes > 0 && frameBytes === (channels * bits) / 8;
  return isWhole ? { kind, channels, rate, frameBytes, bits } : null;
}

const bytes = (levelOf: (byte: number) => number) =>
  Uint16Array.from({ length: 256 }, (_, byte) => levelOf(byte));

const EIGHT_BITS = bytes((byte) => Math.abs(byte - 128) * 256);
const MU_LAW_LEVELS = bytes((byte) => {
  const turned = ~byte & 0xff;
  return ((((turned & 0x0f) << 3) + 0x84) << ((turned >> 4) & 7)) - 0x84;
});
const A_LAW_LEVELS = bytes((byte) => {
  const turned = byte ^ 0x55;
  const [segment, step] = [(turned >> 4) & 7, (turned & 0x0f) << 4];
  return segment === 0 ? step + 8 : (step + 0x108) << (segment - 1);
});
