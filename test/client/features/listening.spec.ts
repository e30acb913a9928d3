import { describe, expect, it } from '@jest/globals';
import type { LiveCall } from '../../../contract/supervision/listening.js';
import { withChanged } from '../../../client/features/listening/running.js';

const call = (callId: number, version: number, state: LiveCall['state'] = 'RINGING'): LiveCall => ({
  ...{ callId, version, state, agentId: 7, agentName: 'Maria', contactRelation: 'R01', calledNumber: '••••' },
  ...{
    answerTime: null,
    taskId: 5,
    orderId: 'L-5',
    callTime: `2026-11-18T17:00:${String(callId).padStart(2, '0')}.000Z`,
  },
});

describe('running calls', () => {
  it('take what is pushed: who is new stands first, who is over goes', () => {
    const known = [call(2, 1), call(1, 1)];
    const after = withChanged(known, [call(3, 1), call(1, 2, 'ANSWERED'), call(2, 2, 'ENDED')]);
    expect(after.map(({ callId, state }) => [callId, state])).toEqual([
      [3, 'RINGING'],
      [1, 'ANSWERED'],
    ]);
  });

  it('do not go back to what a call was before', () => {
    const known = [call(1, 3, 'ANSWERED')];
    expect(withChanged(known, [call(1, 2)])).toEqual(known);
  });
});
