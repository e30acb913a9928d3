import { Conversation } from './conversation.js';

export type Report = (
  type: 'INCOMING' | 'RINGING' | 'ANSWERED' | 'ENDED' | 'FAILED' | 'RECORDING',
  more?: object,
) => void;

const RECORDING_MS = 200;

interface Outgoing {
  to: string;
  from?: string | undefined;
  ringMs: number;
  talkMs: number;
}
interface Incoming {
  extension: string;
  from: string;
  ringMs: number;
  talkMs: number;
}

/** One call at the supplier's: what happens next, and what ends it sooner. */
export class Line {
  private state: 'ringing' | 'answered' | 'over' = 'ringing';
  private incoming = false;
  private talkMs = 0;
  private answeredAt = 0;
  private spoken = 0;
  private timer?: NodeJS.Timeout;
  readonly conversation = new Conversation();

  constructor(
    readonly callId: string,
    private readonly report: Report,
    private readonly recordingUrl: string,
    /** Called when a call was not answered; the callee may call back. */
    private readonly onMissed: () => void = () => undefined,
  ) {}

  get isAnswered(): boolean {
    return this.state === 'answered';
  }

  /** Whole seconds in which they spoke, at least one. */
  get spokenSeconds(): number {
    return Math.max(1, Math.round(this.spoken / 1000));
  }

  dial({ to, from, ringMs, talkMs }: Outgoing): void {
    this.talkMs = talkMs;
    const last = Number(to.at(-1));
    // After the answer to the request is on its way, as a supplier's reports mostly are.
    setImmediate(() => {
      if (this.state === 'over') return;
      if (last === 9) return this.over('FAILED', { reason: 'EMPTY_NUMBER' });
      this.report('RINGING', { from });
      this.after(ringMs, () => {
        if (last <= 6) this.answered();
        else if (last === 8) this.over('ENDED', { reason: 'BUSY', hungUpBy: 'CUSTOMER' });
        else this.over('ENDED', { reason: 'NO_ANSWER' });
        if (last > 6) this.onMissed();
      });
    });
  }

  ring({ extension, from, ringMs, talkMs }: Incoming): void {
    this.incoming = true;
    this.talkMs = talkMs;
    this.report('INCOMING', { extension, from });
    this.after(ringMs, () => this.over('ENDED', { reason: 'NO_ANSWER', hungUpBy: 'CUSTOMER' }));
  }

  answer(): void {
    if (this.incoming && this.state === 'ringing') this.answered();
  }

  /** By the collector's side. */
  hangUp(): void {
    if (this.state === 'over') return;
    const reason = this.incoming && this.state === 'ringing' ? 'REJECTED' : 'HUNG_UP';
    this.over('ENDED', { reason, hungUpBy: 'AGENT' });
  }

  private answered(): void {
    this.state = 'answered';
    this.answeredAt = Date.now();
    this.report('ANSWERED');
    this.after(this.talkMs, () => this.over('ENDED', { reason: 'HUNG_UP', hungUpBy: 'CUSTOMER' }));
  }

  private over(type: 'ENDED' | 'FAILED', more: object): void {
    clearTimeout(this.timer);
    const spoken = this.state === 'answered';
    if (spoken) this.spoken = Date.now() - this.answeredAt;
    this.state = 'over';
    this.conversation.end();
    this.report(type, more);
    if (spoken) this.after(RECORDING_MS, () => this.report('RECORDING', { recordingUrl: this.recordingUrl }));
  }

  private after(milliseconds: number, act: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, milliseconds);
    this.timer.unref();
  }
}
