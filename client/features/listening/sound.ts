import { SOUND_RATE } from '../../../contract/supervision/listening';

/** Delay of playback, so that a late packet leaves no gap. */
const AHEAD_S = 0.1;
/** Sound that lies further ahead is dropped: a call is heard as it happens. */
const MAX_AHEAD_S = 0.6;
const METER = { fftSize: 512 };

/** Plays what comes of a call, one piece after the other. */
export class Earpiece {
  private readonly context = new AudioContext();
  private readonly meter = new AnalyserNode(this.context, METER);
  private readonly gain: GainNode;
  private next = 0;

  /** @param volume 0 to 1 */
  constructor(volume: number) {
    this.gain = new GainNode(this.context, { gain: volume });
    this.meter.connect(this.gain).connect(this.context.destination);
  }

  play(pcm: ArrayBuffer): void {
    const samples = new Int16Array(pcm);
    const { context } = this;
    const now = context.currentTime;
    if (this.next < now) this.next = now + AHEAD_S;
    if (samples.length === 0 || this.next > now + MAX_AHEAD_S) return;
    const buffer = context.createBuffer(1, samples.length, SOUND_RATE);
    buffer.copyToChannel(
      Float32Array.from(samples, (sample) => sample / 32_768),
      0,
    );
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(this.meter);
    source.start(this.next);
    this.next += buffer.duration;
  }

  set volume(volume: number) {
    this.gain.gain.value = volume;
  }

  /** Loudness of the call, 0 to 1, whatever the volume. */
  level(): number {
    return peakOf(this.meter);
  }

  close(): void {
    void this.context.close();
  }
}

/** The microphone, from its opening until it is closed. */
export class Mouthpiece {
  private constructor(
    private readonly stream: MediaStream,
    private readonly context: AudioContext,
    private readonly meter: AnalyserNode,
  ) {}

  /** @throws when there is no microphone, or the browser may not use it */
  static async open(say: (pcm: ArrayBuffer) => void): Promise<Mouthpiece> {
    const audio = { echoCancellation: true, noiseSuppression: false, autoGainControl: false };
    const stream = await navigator.mediaDevices.getUserMedia({ audio });
    const context = new AudioContext({ sampleRate: SOUND_RATE });
    await context.audioWorklet.addModule('/talk-worklet.js');
    const talk = new AudioWorkletNode(context, 'talk');
    talk.port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => say(data);
    const meter = new AnalyserNode(context, METER);
    // It says nothing here; what leads nowhere would not run.
    context.createMediaStreamSource(stream).connect(meter).connect(talk).connect(context.destination);
    return new Mouthpiece(stream, context, meter);
  }

  /** A muted microphone sends silence, so the call goes on. */
  set muted(muted: boolean) {
    for (const track of this.stream.getTracks()) track.enabled = !muted;
  }

  /** Loudness of the microphone, 0 to 1. */
  level(): number {
    return peakOf(this.meter);
  }

  close(): void {
    for (const track of this.stream.getTracks()) track.stop();
    void this.context.close();
  }
}

function peakOf(meter: AnalyserNode): number {
  const samples = new Float32Array(meter.fftSize);
  meter.getFloatTimeDomainData(samples);
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}
