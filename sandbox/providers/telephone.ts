import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { accepted, Refusal, type Call, type Route } from '../router.js';
import { Line, type Report } from './line.js';
import { Answers, idempotencyKey, localUrl, type Surroundings } from './provider.js';
import { toneWav } from './tone.js';

const milliseconds = (max: number) => z.int().min(0).max(max);
const CallRequest = z.object({
  supplier: z.string().min(1).max(40).default('Telvoz'),
  extension: z.string().min(1).max(32),
  to: z.string().regex(/^\+52\d{10}$/),
  callbackUrl: z.url().optional(),
  ringMs: milliseconds(60_000).optional(),
  talkMs: milliseconds(3_600_000).optional(),
});
const IncomingRequest = z.object({
  supplier: z.string().min(1).max(40).default('Telvoz'),
  extension: z.string().min(1).max(32),
  from: z.string().max(24),
  callbackUrl: z.url().optional(),
  ringMs: milliseconds(60_000).default(15_000),
  talkMs: milliseconds(3_600_000).optional(),
});

/**
 * The telephone supplier: `POST /telephone/calls` with an idempotency key answers `{callId}`; what happens comes as signed
 * callbacks `{supplier, eventId, callId, type, at}`. The last digit of the number says how it goes: 0 to 6 answers, 7 rings
 * out, 8 is busy, 9 does not exist. `POST /telephone/calls/<callId or key>/hangup` ends a call, `.../answer` takes one that
 * came in; somebody outside calls an extension by `POST /telephone/incoming`.
 */
export function telephone(around: Surroundings): Route[] {
  const { controls, callbacks } = around;
  const answers = new Answers<{ callId: string }>();
  /** By the supplier's number and by the caller's key. */
  const lines = new Map<string, Line>();

  function lineOf(of: { supplier: string; callbackUrl?: string | undefined }, key: string | null): Line {
    const url = localUrl(of.callbackUrl ?? `${around.productUrl}/api/softPhone/callback`);
    const callId = randomUUID();
    const report: Report = (type, more) => {
      const at = around.worldNow().toISOString();
      const known = { supplier: of.supplier, eventId: randomUUID(), callId };
      callbacks.send(url, key ?? callId, { ...known, idempotencyKey: key, type, at, ...more });
    };
    const line = new Line(callId, report, `${around.ownUrl()}/telephone/recordings/${callId}`);
    lines.set(callId, line);
    if (key !== null) lines.set(key, line);
    return line;
  }

  function found({ params }: Call): Line {
    const line = lines.get(params['line']!);
    if (!line) throw new Refusal(404, 'no such call');
    return line;
  }

  return [
    {
      method: 'POST',
      path: '/telephone/calls',
      faulty: controls,
      handle: (call) => {
        const key = idempotencyKey(call);
        const request = CallRequest.parse(call.body);
        return accepted(
          answers.once(key, () => {
            controls.accept(key, 'CALL');
            const line = lineOf(request, key);
            line.dial({ ...around.telephone, ...request });
            return { callId: line.callId };
          }),
        );
      },
    },
    {
      method: 'POST',
      path: '/telephone/incoming',
      handle: (call) => {
        const request = IncomingRequest.parse(call.body);
        const line = lineOf(request, null);
        controls.accept(line.callId, 'INCOMING');
        line.ring({ ...around.telephone, ...request });
        return accepted({ callId: line.callId });
      },
    },
    {
      method: 'POST',
      path: '/telephone/calls/:line/hangup',
      faulty: controls,
      handle: (call) => {
        found(call).hangUp();
        return accepted({});
      },
    },
    {
      method: 'POST',
      path: '/telephone/calls/:line/answer',
      faulty: controls,
      handle: (call) => {
        found(call).answer();
        return accepted({});
      },
    },
    {
      method: 'GET',
      path: '/telephone/recordings/:callId',
      faulty: controls,
      handle: ({ params }) => {
        if (!z.uuid().safeParse(params['callId']).success) throw new Refusal(404, 'no such recording');
        return { status: 200, body: toneWav(), type: 'audio/wav' };
      },
    },
  ];
}
