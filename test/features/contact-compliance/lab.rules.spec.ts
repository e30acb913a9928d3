import { describe, expect, it } from '@jest/globals';
import type {
  ContactChannel,
  ContactPolicy,
  ComplianceReason,
} from '../../../contract/contact/contact-compliance.js';
import type { SimulationResult } from '../../../contract/contact/policy-simulation.js';
import { BUSINESS_ZONE } from '../../../contract/shared/wall-clock.js';
import type {
  SimulatedContact,
  SimulatedBorrower,
} from '../../../server/domain/contact-compliance/policy/lab/lab-facts.rules.js';
import { SimulationSum } from '../../../server/domain/contact-compliance/policy/lab/lab.rules.js';
import { DEFAULT_POLICY } from '../../../server/domain/contact-compliance/policy/policy.rules.js';

/** A Wednesday's hour in Mexico City. */
const at = (hour: number, day = 18) => new Date(Date.UTC(2026, 10, day, 6) + hour * 3_600_000);
const FROM = at(0, 1);
const TO = at(0, 30);

let nextId = 1;
function act(
  when: Date,
  more: Partial<SimulatedContact> & { against?: ComplianceReason[] } = {},
): SimulatedContact {
  const { against = [], ...facts } = more;
  const channel: ContactChannel = facts.channel ?? 'CALL';
  return {
    id: nextId++, taskId: 7, loanId: 'L-7', borrowerId: 1, contactId: 1, kind: 'ACT', slot: channel === 'CALL' ? 'ATTEMPT' : 'MESSAGE',
    released: false, releasedAt: null, conversationAt: null, policyVersion: 0, callBackAt: null,
    zone: BUSINESS_ZONE, judged: true, at: when, channel, allowed: against.length === 0, reasons: against, ...facts,
  }; // prettier-ignore
}
const refusedBy = (rule: ComplianceReason['rule'], params: ComplianceReason['params'] = {}) => ({
  against: [{ rule, params }],
});

function borrower(acts: SimulatedContact[], more: Partial<SimulatedBorrower> = {}): SimulatedBorrower {
  return {
    where: { zone: BUSINESS_ZONE, known: true }, acts, holds: [], overrides: [], marks: [],
    relations: new Map([[1, 'R01'], [2, 'R05']]), ...more,
  }; // prettier-ignore
}

const policy = (more: Partial<ContactPolicy>): ContactPolicy => ({ ...DEFAULT_POLICY, ...more });
const twice = policy({ attempts: { perDay: 2, perWeek: 7, apartMinutes: 60 } });

function lab(
  one: SimulatedBorrower,
  proposed: ContactPolicy = DEFAULT_POLICY,
  versions: ContactPolicy[] = [DEFAULT_POLICY],
): SimulationResult {
  const all = versions.map((document, version) => ({ version, policy: document, above: [] }));
  const sum = new SimulationSum({
    inForce: all.at(-1)!,
    proposed: { version: -1, policy: proposed, above: [] },
    versions: new Map(all.map((each) => [each.version, each])),
    approved: [],
  });
  sum.add(one);
  return sum.result(FROM, TO);
}
const causes = ({ inForce }: SimulationResult) =>
  inForce.differences.map(({ cause, count }) => [cause, count]);
const changes = ({ proposed: { rules } }: SimulationResult) =>
  rules.map(({ rule, refused, allowed }) => [rule, refused, allowed]);

describe('the rule in force', () => {
  it('gives the decisions that are stored, by the facts of their time', () => {
    const one = borrower(
      [
        act(at(8), { released: true, releasedAt: at(11) }),
        // The first has its slot still: it is given back an hour later.
        act(at(9.5), refusedBy('attemptSpacing', { minutes: 120 })),
        act(at(12), { conversationAt: at(12.05) }),
        act(at(15), refusedBy('conversation')),
        act(at(15), refusedBy('hold', { kind: 'PAYMENT_CHECK', until: at(20).toISOString() })),
        act(at(9, 19), { contactId: 2, ...refusedBy('relation', { relation: 'R05' }) }),
        act(at(10, 19), { channel: 'SMS', ...refusedBy('hold', { kind: 'LEGAL' }) }),
        act(at(12, 19), { contactId: 2 }),
        act(at(21, 19), refusedBy('operatingHours')),
        act(at(12, 20), refusedBy('caseState', { status: 'C31' })),
      ],
      {
        holds: [{ kind: 'LEGAL', contactId: null, channel: 'SMS', until: null, placedAt: at(9, 19), liftedAt: at(11, 19) }],
        marks: [{ contactId: 2, from: at(11, 19), to: null }],
      },
    ); // prettier-ignore
    const hold = one.acts[4]!;
    const withConversation = {
      ...hold,
      reasons: [...hold.reasons, { rule: 'conversation' as const, params: {} }],
    };
    const answer = lab({ ...one, acts: one.acts.map((each) => (each === hold ? withConversation : each)) });
    expect(answer.inForce).toEqual({ version: 0, reproduced: 10, differences: [] });
    expect(answer.decisions).toBe(10);
    expect(answer.proposed).toEqual({ refused: 0, allowed: 0, rules: [] });
  });

  it.each<[string, SimulatedBorrower, ContactPolicy[], [string, number][]]>([
    ['a rule that was set aside', borrower([act(at(8)), act(at(9))], { overrides: [{ rule: 'attemptSpacing', from: at(8.5), to: at(12) }] }), [DEFAULT_POLICY], [['OVERRIDE', 1]]],
    ['another version', borrower([act(at(8)), act(at(9.5)), act(at(12), { policyVersion: 1 })]), [twice, DEFAULT_POLICY], [['VERSION', 1]]],
    ['a slot given back nobody knows when', borrower([act(at(8), { released: true }), act(at(9), refusedBy('attemptSpacing'))]), [DEFAULT_POLICY], [['SLOT_RETURNED', 1]]],
    ['a call back that was asked for', borrower([act(at(8), { conversationAt: at(8) }), act(at(12))]), [DEFAULT_POLICY], [['CALL_BACK', 1]]],
    ['a hold that is gone', borrower([act(at(8), refusedBy('hold', { kind: 'LEGAL' }))]), [DEFAULT_POLICY], [['HOLD', 1]]],
    ['another address', borrower([act(at(8, 19), { zone: 'America/Tijuana' })]), [DEFAULT_POLICY], [['ADDRESS', 1]]],
    ['a conversation that was undone', borrower([act(at(8)), act(at(12), refusedBy('conversation'))]), [DEFAULT_POLICY], [['LATER_FACT', 1]]],
  ])('differs by %s', (_, one, versions, expected) => {
    expect(causes(lab(one, versions.at(-1), versions))).toEqual(expected);
  }); // prettier-ignore

  it('allows the call back that was agreed on', () => {
    const acts = [act(at(8), { conversationAt: at(8) }), act(at(12), { callBackAt: at(12) })];
    expect(causes(lab(borrower(acts)))).toEqual([]);
  });
});

describe('a proposed policy', () => {
  it('refuses what it would, by rule, with the case', () => {
    const acts = [act(at(8)), act(at(11)), act(at(14)), act(at(9, 19), { channel: 'SMS' })];
    const answer = lab(borrower(acts), { ...twice, messages: { perDay: 0 } });
    expect(changes(answer)).toEqual([
      ['attemptsDay', 1, 0],
      ['messagesDay', 1, 0],
    ]);
    expect(answer.proposed).toMatchObject({ refused: 2, allowed: 0 });
    expect(answer.proposed.rules[0]!.examples).toEqual([
      {
        taskId: 7,
        loanId: 'L-7',
        at: at(14).toISOString(),
        channel: 'CALL',
        then: [],
        instead: ['attemptsDay'],
      },
    ]);
  });

  it('gives the slots back that it refuses, and takes those that it allows', () => {
    const once = policy({ attempts: { perDay: 3, perWeek: 1, apartMinutes: 0 } });
    // A week apart from the first, which is the only one that it allows before.
    const week = [act(at(9, 10)), act(at(9, 12)), act(at(9, 17)), act(at(13, 17))];
    expect(changes(lab(borrower(week), once))).toEqual([['attemptsWeek', 2, 0]]);
    const close = [act(at(8)), act(at(9.5), refusedBy('attemptSpacing')), act(at(10.25)), act(at(12.5))];
    expect(
      changes(lab(borrower(close), policy({ attempts: { perDay: 2, perWeek: 7, apartMinutes: 60 } }))),
    ).toEqual([
      ['attemptSpacing', 1, 1],
      ['attemptsDay', 2, 0],
    ]);
  });

  it('is compared with the rule in force, and not with older ones', () => {
    const acts = [act(at(8)), act(at(9.5)), act(at(13))];
    const answer = lab(borrower(acts), DEFAULT_POLICY, [twice, DEFAULT_POLICY]);
    expect(causes(answer)).toEqual([['VERSION', 1]]);
    expect(answer.proposed).toMatchObject({ refused: 0, allowed: 0 });
  });

  it('leaves what it does not judge as it was: other institutions, what was recorded, what came before', () => {
    const acts = [
      act(at(8), { kind: 'MANUAL', conversationAt: at(8), judged: false }),
      act(at(9), { judged: false }),
      act(at(12), refusedBy('conversation')),
    ];
    const answer = lab(borrower(acts), policy({ conversations: { perDay: 2 } }));
    expect(answer).toMatchObject({ decisions: 1, inForce: { reproduced: 1 }, proposed: { allowed: 1 } });
  });
});
