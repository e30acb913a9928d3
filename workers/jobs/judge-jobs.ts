import type { AnyEvent } from '../../contract/events/events.js';
import type { NewJob } from './new-job.js';

const EVERY_MS = 5_000;
/** A late record still comes before the job of its five seconds. */
const AFTER_MS = 500;

/** Whoever did something that a rule may find unusual is judged, once for all that they did within five seconds. */
export function judgeJobs(event: AnyEvent): NewJob[] {
  const userId = whoActed(event);
  if (userId === null) return [];
  const at = event.recordedAt.getTime() + turnOf(userId);
  const part = Math.floor(at / EVERY_MS);
  const options = {
    jobId: `judge-${userId}-${part}`,
    delay: (part + 1) * EVERY_MS - at + AFTER_MS,
    // A later record is judged again.
    removeOnComplete: true,
    attempts: 3,
  };
  return [{ name: 'anomalies.judge', data: { userId }, options }];
}

/** Hundreds of people judged at one moment would hold up what is pushed at that moment: each has a moment of their own. */
function turnOf(userId: number): number {
  return (userId * 997) % EVERY_MS;
}

function whoActed({ name, payload, actorId }: AnyEvent): number | null {
  if (name === 'behaviour.recorded' || name === 'behaviour.placed') return payload.userId ?? null;
  if (name === 'call.requested') return payload.agentId;
  if (name === 'call.progressed') return payload.state === 'ENDED' ? payload.agentId : null;
  if (name === 'call.whoAnswered') return payload.party === 'WRONG_NUMBER' ? payload.agentId : null;
  if (name === 'phone.revealed' || name === 'list.exported') return actorId;
  return name === 'contact.judged' && !payload.allowed ? actorId : null;
}
