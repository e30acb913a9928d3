import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { accepted, Refusal, type Call, type Route } from '../router.js';
import { Line, type Report } from './line.js';
import { monitors } from './monitors.js';
import { Answers, idempotencyKey, localUrl, type Surroundings } from './provider.js';
import { conversationWav } from '../../server/seeds/generators/tone.js';

const milliseconds = (max: number) => z.int().min(0).max(max);
const CallRequest = z.object({
  supplier: z.string().min(1).max(40).default('Telvoz'),
  extension: z.string().min(1).max(32),
  to: z.string().regex(/^\+52\d{10}$/),
  /** The number that the callee is shown. */
  from: z.string().max(24).optional(),
  callbackUrl: z.url().optional(),
  ringMs: milliseconds(60_000).optional(),
  talkMs: milliseconds(3_600_000).optional(),
});
const CallBackRequest = z.object({ afterMs: milliseconds(3_600_000).default(0) });
const IncomingRequest = z.object({
  supplier: z.string().min(1).max(40).default('Telvoz'),
  extension: z.string().min(1).max(32),
  from: z.string().max(24),
  callbackUrl: z.url().optional(),
  ringMs: milliseconds(60_000).default(15_000),
  talkMs: milliseconds(3_600_000).optional(),
});

/** The calls that there are, by the supplier's number and by the caller's key. */
class Exchange {
  private readonly lines = new Map<string, Line>();
  /** Unanswered calls, the oldest first. */
  private readonly missed: { supplier: string; extension: string; from: string; at: number }[] = [];

  constructor(private readonly around: Surroundings) {}

  open(
    of: { supplier: string; extension: string; to?: string; callbackUrl?: string | undefined },
    key: string | null,
  ): Line {
    const { callbacks, productUrl, ownUrl, worldNow } = this.around;
    const url = localUrl(of.callbackUrl ?? `${productUrl}/api/softPhone/callback`);
    const callId = randomUUID();
    const report: Report = (type, more) => {
      const known = { supplier: of.supplier, eventId: randomUUID(), callId, idempotencyKey: key };
      callbacks.send(url, key ?? callId, { ...known, type, at: worldNow().toISOString(), ...more });
    };
    const { supplier, extension, to } = of;
    const missed = () => to && this.missed.push({ supplier, extension, from: to, at: Date.now() });
    const line = new Line(callId, report, `${ownUrl()}/telephone/recordings/${callId}`, missed);
    this.lines.set(callId, line);
    if (key !== null) this.lines.set(key, line);
    return line;
  }

  /** Whoever missed a call longest ago, and at least so long, calls back; undefined when nobody does. */
  callingBack(afterMs: number) {
    const first = this.missed[0];
    return first && Date.now() - first.at >= afterMs ? this.missed.shift() : undefined;
  }

  /** Lines are not remembered beyond a start of the sandbox: their recordings are a second long. */
  spokenSeconds(callId: string): number {
    return this.lines.get(callId)?.spokenSeconds ?? 1;
  }

  find({ params }: Call): Line {
    const line = this.lines.get(params['line']!);
    if (!line) throw new Refusal(404, 'no such call');
    return line;
  }
}

/** Seconds of the longest recording that is made up. */
const LONGEST_S = 600;

/**
 * The telephone supplier: `POST /telephone/calls` with an idempotency key answers `{callId}`; what happens comes as signed
 * callbacks `{supplier, eventId, callId, type, at}`. The last digit of the number says how it goes: 0 to 6 answers, 7 rings
 * out, 8 is busy, 9 does not exist. `POST /telephone/calls/<callId or key>/hangup` ends a call, `.../answer` takes one that
 * came in; somebody outside calls an extension by `POST /telephone/incoming`, and
 * who missed a call calls back by `POST /telephone/callBack`.
 */
export function telephone(around: Surroundings): Route[] {
  const { controls } = around;
  const answers = new Answers<{ callId: string }>();
  const exchange = new Exchange(around);
  const dial = (call: Call) => {
    const key = idempotencyKey(call);
    const request = CallRequest.parse(call.body);
    const answer = answers.once(key, () => {
      controls.accept(key, 'CALL');
      const line = exchange.open(request, key);
      line.dial({ ...around.telephone, ...request });
      return { callId: line.callId };
    });
    return accepted(answer);
  };
  const ring = (call: Call) => {
    const request = IncomingRequest.parse(call.body);
    const line = exchange.open(request, null);
    controls.accept(line.callId, 'INCOMING');
    line.ring({ ...around.telephone, ...request });
    return accepted({ callId: line.callId });
  };
  const callBack = (call: Call) => {
    const { afterMs } = CallBackRequest.parse(call.body);
    const caller = exchange.callingBack(afterMs);
    return caller ? ring({ ...call, body: caller }) : accepted({ callId: null });
  };
  const onLine = (what: (line: Line) => void) => (call: Call) => {
    what(exchange.find(call));
    return accepted({});
  };
  const play = ({ params }: Call) => {
    if (!z.uuid().safeParse(params['callId']).success) throw new Refusal(404, 'no such recording');
    const seconds = Math.min(exchange.spokenSeconds(params['callId']!), LONGEST_S);
    return { status: 200, body: conversationWav(seconds), type: 'audio/wav' };
  };
  const faulty = controls;
  const path = '/telephone/calls';
  return [
    { method: 'POST', path, faulty, handle: dial },
    { method: 'POST', path: '/telephone/incoming', handle: ring },
    { method: 'POST', path: '/telephone/callBack', handle: callBack },
    { method: 'POST', path: `${path}/:line/hangup`, faulty, handle: onLine((line) => line.hangUp()) },
    { method: 'POST', path: `${path}/:line/answer`, faulty, handle: onLine((line) => line.answer()) },
    ...monitors(path, (call) => exchange.find(call), faulty),
    { method: 'GET', path: '/telephone/recordings/:callId', faulty, handle: play },
  ];
}
