import { describe, expect, it } from '@jest/globals';
import { CALL_STATES, CallReport, callStatusOf, isLiveCall } from '../../../contract/contact/calls.js';
import { audioTypeOf } from '../../../server/domain/calls/audio.rules.js';
import {
  afterReport,
  callOfKey,
  durationOf,
  keyOf,
  MOVES,
  sameFacts,
  typeOf,
  type CallFacts,
  type Happening,
} from '../../../server/domain/calls/call.rules.js';

const ASKED: CallFacts = {
  state: 'REQUESTED',
  ringingAt: null,
  answeredAt: null,
  endedAt: null,
  reason: null,
  hungUpBy: null,
  closedBy: null,
};
const at = (second: number) => new Date(Date.UTC(2026, 10, 23, 18, 0, second));

const RINGING: Happening = { type: 'RINGING', at: at(1) };
const ANSWERED: Happening = { type: 'ANSWERED', at: at(5) };
const ENDED: Happening = { type: 'ENDED', at: at(65), reason: 'HUNG_UP', hungUpBy: 'CUSTOMER' };
const FAILED: Happening = { type: 'FAILED', at: at(2), reason: 'EMPTY_NUMBER' };
const LOST: Happening = { type: 'ENDED', at: at(40), reason: 'LOST', by: 'US' };

const all = (happenings: readonly Happening[]) => happenings.reduce(afterReport, ASKED);

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((first, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [first, ...rest]),
  );
}

describe('a call', () => {
  it.each([
    ['answered and hung up', [RINGING, ANSWERED, ENDED], 'ENDED', 60],
    ['that rang out', [RINGING, { ...ENDED, reason: 'NO_ANSWER' as const }], 'ENDED', 0],
    ['to a number that does not exist', [FAILED], 'FAILED', 0],
    ['that failed after it rang', [RINGING, FAILED], 'FAILED', 0],
    ['that was cut off', [RINGING, ANSWERED, { ...FAILED, at: at(9) }], 'ENDED', 4],
    ['told twice over', [RINGING, RINGING, ANSWERED, ANSWERED, ENDED, ENDED], 'ENDED', 60],
    ['with every report there is', [RINGING, ANSWERED, FAILED, ENDED, LOST], 'ENDED', 60],
    ['reaped, and then ended after all', [RINGING, ANSWERED, LOST, ENDED], 'ENDED', 60],
  ])('%s is the same in whatever order it is told', (_, happenings, state, duration) => {
    const first = all(happenings);
    expect([first.state, durationOf(first)]).toEqual([state, duration]);
    for (const order of permutations(happenings)) {
      const other = all(order);
      expect({ [order.map(({ type }) => type).join()]: sameFacts(other, first) }).toEqual({
        [order.map(({ type }) => type).join()]: true,
      });
    }
  });

  it('never goes back, whatever is reported when', () => {
    const rank = (state: CallFacts['state']) =>
      ['REQUESTED', 'RINGING', 'ANSWERED', 'FAILED', 'ENDED'].indexOf(state);
    for (const state of CALL_STATES) {
      for (const to of Object.values(MOVES[state])) expect(rank(to)).toBeGreaterThan(rank(state));
    }
    expect(CALL_STATES.filter((state) => Object.keys(MOVES[state]).length > 0 && !isLiveCall(state))).toEqual(
      ['FAILED'],
    );
  });

  it('is still reaped when nothing else comes, and gives way to the supplier’s own word', () => {
    const reaped = all([RINGING, LOST]);
    expect(reaped).toMatchObject({ state: 'ENDED', reason: 'LOST', closedBy: 'US' });
    expect(afterReport(reaped, ENDED)).toMatchObject({
      reason: 'HUNG_UP',
      endedAt: at(65),
      closedBy: 'ENDED',
    });
    expect(sameFacts(afterReport(all([ENDED]), LOST), all([ENDED]))).toBe(true);
  });

  it('lasts from answer to end, and not less than nothing', () => {
    expect(durationOf({ answeredAt: at(5), endedAt: null })).toBe(0);
    expect(durationOf({ answeredAt: null, endedAt: at(9) })).toBe(0);
    expect(durationOf({ answeredAt: at(9), endedAt: at(5) })).toBe(0);
  });

  it('has the specification’s type', () => {
    const call = { state: 'ENDED' as const, answeredAt: null, reason: 'NO_ANSWER' as const };
    expect(typeOf({ ...call, direction: 'OUT' })).toBe(2);
    expect(typeOf({ ...call, direction: 'IN' })).toBe(3);
    expect(typeOf({ ...call, direction: 'IN', reason: 'REJECTED' })).toBe(5);
    expect(typeOf({ ...call, direction: 'IN', answeredAt: at(3) })).toBe(1);
    expect(typeOf({ ...call, direction: 'IN', state: 'RINGING' })).toBe(1);
  });

  it('says of the form’s status what it can', () => {
    const out = { answerTime: null, hangUpDirection: null, direction: 'OUT' as const };
    expect(callStatusOf({ ...out, reason: 'HUNG_UP', answerTime: '2026-11-23T18:00:05Z' })).toBe('CONNECTED');
    expect(callStatusOf({ ...out, reason: 'NO_ANSWER' })).toBe('NO_ANSWER');
    expect(callStatusOf({ ...out, reason: 'BUSY' })).toBe('REJECTED');
    expect(callStatusOf({ ...out, reason: 'EMPTY_NUMBER' })).toBe('EMPTY_NUMBER');
    expect(callStatusOf({ ...out, reason: 'HUNG_UP', hangUpDirection: 'CUSTOMER' })).toBe('HUNG_UP');
    expect(callStatusOf({ ...out, reason: 'HUNG_UP', hangUpDirection: 'AGENT' })).toBeNull();
    expect(callStatusOf({ ...out, reason: 'PAID' })).toBeNull();
    expect(callStatusOf({ ...out, reason: 'NO_ANSWER', direction: 'IN' })).toBeNull();
  });
});

describe('the supplier’s key', () => {
  it('names a call, and nothing else does', () => {
    expect(callOfKey(keyOf(4711))).toBe(4711);
    for (const text of [null, undefined, '', 'call-', 'call-x', 'call-1e3', '4711', 'call-99999999999999999'])
      expect(callOfKey(text)).toBeNull();
  });
});

describe('a report', () => {
  const ended = {
    supplier: 'Telvoz',
    eventId: 'e-1',
    callId: 'c-1',
    type: 'ENDED',
    at: '2026-11-23T18:00:00Z',
  };

  it('with a cause that we do not know is still a hang-up', () => {
    expect(CallReport.parse({ ...ended, reason: 'SOLAR_STORM', hungUpBy: 'MARTIAN' })).toMatchObject({
      reason: 'OTHER',
      hungUpBy: null,
    });
  });

  it('lacks nothing that it is about', () => {
    expect(CallReport.safeParse({ ...ended, type: 'INCOMING', from: '+525512345678' }).success).toBe(false);
    expect(CallReport.safeParse({ ...ended, type: 'RECORDING' }).success).toBe(false);
    expect(CallReport.safeParse({ ...ended, type: 'RECORDING', recordingUrl: 'http://x/y' }).success).toBe(
      true,
    );
  });
});

describe('a recording', () => {
  it.each([
    ['WAV', 'RIFF....WAVEfmt ', 'audio/wav'],
    ['Ogg', 'OggS', 'audio/ogg'],
    ['MP3 with tags', 'ID3', 'audio/mpeg'],
    ['a bare MP3 frame', '\xff\xfb\x90\x00', 'audio/mpeg'],
    ['AAC, which has the same sync', '\xff\xf1\x50\x80', null],
    ['a page', '<html>', null],
  ])('that is %s is known by its first bytes', (_, first, type) => {
    const sound = Buffer.concat([Buffer.from(first, 'latin1'), Buffer.alloc(60)]);
    expect(audioTypeOf(sound)).toBe(type);
    expect(audioTypeOf(sound.subarray(0, 40))).toBeNull();
  });
});
