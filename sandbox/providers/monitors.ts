import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Controls } from '../controls.js';
import { accepted, Refusal, type Call, type Route } from '../router.js';
import type { MonitorMode } from './conversation.js';
import type { Line } from './line.js';

const MonitorRequest = z.object({ mode: z.enum(['LISTEN', 'WHISPER', 'BARGE']) });
const TalkRequest = z.object({ pcm: z.base64().max(32_000) });
const Side = z.enum(['agent', 'customer']);

/**
 * A third person in a call: `POST <calls>/<id>/monitors` lets one in, who hears both sides at
 * `GET /telephone/monitors/<id>/sound` and says something by `.../talk`. What one side hears is `GET <calls>/<id>/legs/<side>`.
 */
export function monitors(calls: string, find: (call: Call) => Line, faulty: Controls): Route[] {
  const known = new Map<string, { line: Line; mode: MonitorMode }>();
  const monitor = (call: Call) => {
    const { mode } = MonitorRequest.parse(call.body);
    const line = find(call);
    if (!line.isAnswered) throw new Refusal(404, 'nobody speaks');
    const monitorId = randomUUID();
    known.set(monitorId, { line, mode });
    return accepted({ monitorId });
  };
  const monitored = ({ params }: Call) => {
    const found = known.get(params['monitor']!);
    if (!found?.line.isAnswered) throw new Refusal(404, 'nobody listens');
    return found;
  };
  const sound = (call: Call) => soundOf(monitored(call).line.conversation.monitor());
  const talk = (call: Call) => {
    const { line, mode } = monitored(call);
    if (mode === 'LISTEN') throw new Refusal(403, 'only listens');
    line.conversation.say(mode, Buffer.from(TalkRequest.parse(call.body).pcm, 'base64'));
    return accepted({});
  };
  const leg = (call: Call) => soundOf(find(call).conversation.leg(Side.parse(call.params['side'])));
  return [
    { method: 'POST', path: `${calls}/:line/monitors`, faulty, handle: monitor },
    { method: 'GET', path: '/telephone/monitors/:monitor/sound', faulty, handle: sound },
    { method: 'POST', path: '/telephone/monitors/:monitor/talk', faulty, handle: talk },
    { method: 'GET', path: `${calls}/:line/legs/:side`, handle: leg },
  ];
}

/** Raw: 16 bit, mono, 8 kHz. */
function soundOf(body: Readable) {
  return { status: 200, body, type: 'audio/l16' };
}
