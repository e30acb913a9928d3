import { SOUND_RATE } from '../../../contract/supervision/listening';

/** Delay of playback, so that a late packet leaves no gap. */
const AHEAD_S = 0.1;
/** Sound that lies further ahead is dropped: a call is heard as it happens. */
const MAX_AHEAD_S = 0.6;

/** Plays what comes of a call, one piece after the other. */
export class Earpiece {
  private readonly context = new AudioContext();
  private next = 0;

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
    source.connect(context.destination);
    source.start(this.next);
    this.next += buffer.duration;
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
  ) {}

  /** @throws when there is no microphone, or the browser may not use it */
  static async open(say: (pcm: ArrayBuffer) => void): Promise<Mouthpiece> {
    const audio = { echoCancellation: true, noiseSuppression: false, autoGainControl: false };
    const stream = await navigator.mediaDevices.getUserMedia({ audio });
    const context = new AudioContext({ sampleRate: SOUND_RATE });
    await context.audioWorklet.addModule('/talk-worklet.js');
    const talk = new AudioWorkletNode(context, 'talk');
    talk.port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => say(data);
    // It says nothing here; what leads nowhere would not run.
    context.createMediaStreamSource(stream).connect(talk).connect(context.destination);
    return new Mouthpiece(stream, context);
  }

  close(): void {
    for (const track of this.stream.getTracks()) track.stop();
    void this.context.close();
  }
}
