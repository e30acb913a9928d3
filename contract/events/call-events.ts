import { z } from 'zod';
import { CALL_REASONS, CALL_STATES } from '../contact/calls.js';
import { PARTY_ANSWERS } from '../contact/who-answers.js';
import { QUALITY_EVENTS } from '../supervision/quality.js';
import { Id } from '../shared/id.js';

/** A call of a stranger has no case. */
const CallFacts = z.object({ callId: Id, agentId: Id, caseId: Id.nullable() });

/** Events of a call, and of people's decisions about it. */
export const CALL_EVENTS = {
  'call.requested': CallFacts.extend({ caseId: Id, contactId: Id }),
  /** The collector's extension rings. */
  'call.received': CallFacts,
  'call.progressed': CallFacts.extend({
    state: z.enum(CALL_STATES),
    reason: z.enum(CALL_REASONS).nullable(),
  }),
  'call.hangUpRequested': CallFacts,
  'call.answerRequested': CallFacts,
  /** The callee is shown another number than was stated: it is hung up. */
  'call.numberDiffered': CallFacts.extend({ institutionId: Id }),
  /** The collector said who answers, or a result did. */
  'call.whoAnswered': CallFacts.extend({ party: z.enum(PARTY_ANSWERS) }),
  'call.recordingOffered': CallFacts,
  'call.recorded': CallFacts,
  /** Somebody wrote down what is heard at a second of a call. */
  'recording.noted': z.object({ callId: Id, noteId: Id, second: z.int(), institutionId: Id }),
  /** Somebody begins to listen to a recording. */
  'recording.listened': z.object({ callId: Id, listenerId: Id, institutionId: Id }),
  ...QUALITY_EVENTS,
} as const;
