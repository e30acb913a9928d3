import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { accepted, Refusal, type Route } from '../router.js';
import { Answers, idempotencyKey, localUrl, type Surroundings } from './provider.js';
import { toneWav } from './tone.js';

const CallRequest = z.object({
  extension: z.string().min(1).max(32),
  to: z.string().regex(/^\+52\d{10}$/),
  callbackUrl: z.url().optional(),
  ringMs: z.int().min(0).max(60_000).default(800),
  talkMs: z.int().min(0).max(3_600_000).default(20_000),
});
type CallRequest = z.infer<typeof CallRequest>;
type Step = [afterMs: number, type: 'RINGING' | 'ANSWERED' | 'ENDED' | 'FAILED' | 'RECORDING', more?: object];

/**
 * The telephone supplier: `POST /telephone/calls` with an idempotency key answers `{callId}`; what happens comes as signed
 * callbacks `{eventId, callId, type, at}`. The last digit of the number says how it goes: 0 to 6 answers, 7 rings out,
 * 8 is busy, 9 does not exist.
 */
export function telephone(around: Surroundings): Route[] {
  const { controls, callbacks } = around;
  const answers = new Answers<{ callId: string }>();

  function dial(key: string, request: CallRequest) {
    const url = localUrl(request.callbackUrl ?? `${around.productUrl}/api/softPhone/callback`);
    const callId = randomUUID();
    controls.accept(key, 'CALL');
    for (const [afterMs, type, more] of script(
      request,
      `${around.ownUrl()}/telephone/recordings/${callId}`,
    )) {
      setTimeout(() => {
        const at = around.worldNow().toISOString();
        callbacks.send(url, key, { eventId: randomUUID(), callId, idempotencyKey: key, type, at, ...more });
      }, afterMs).unref();
    }
    return { callId };
  }

  return [
    {
      method: 'POST',
      path: '/telephone/calls',
      faulty: controls,
      handle: (call) => {
        const key = idempotencyKey(call);
        const request = CallRequest.parse(call.body);
        return accepted(answers.once(key, () => dial(key, request)));
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

function script({ to, ringMs, talkMs }: CallRequest, recordingUrl: string): Step[] {
  const last = Number(to.at(-1));
  if (last === 9) return [[0, 'FAILED', { reason: 'EMPTY_NUMBER' }]];
  const ringing: Step = [0, 'RINGING'];
  if (last > 6) return [ringing, [ringMs, 'ENDED', { reason: last === 8 ? 'BUSY' : 'NO_ANSWER' }]];
  return [
    ringing,
    [ringMs, 'ANSWERED'],
    [ringMs + talkMs, 'ENDED', { reason: 'HUNG_UP' }],
    [ringMs + talkMs + 200, 'RECORDING', { recordingUrl }],
  ];
}
