import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../../../contract/codes.js';
import { COMPLIANCE_RULES, ContactPolicy } from '../../../contract/contact/contact-compliance.js';
import { DEFAULT_LIMITS, MessageLimits } from '../../../contract/contact/messages.js';
import {
  DEFAULT_WEIGHTS,
  Weights,
  type OrderSample,
  type SampledCase,
} from '../../../contract/cases/priorities.js';
import { LIMIT_GROUPS } from '../../../client/domain/settings/limits-fields.js';
import { reordered } from '../../../client/features/settings/order.js';
import { FIXED_RULES, POLICY_GROUPS, RULES_OF } from '../../../client/domain/settings/policy-fields.js';
import {
  ADDRESS_GROUPS,
  ANOMALY_GROUPS,
  REGULATOR_GROUPS,
  LEGAL_GROUPS,
  SEAL_GROUPS,
  FIRST_CONTACT_GROUPS,
  AUTHENTICATOR_GROUPS,
  NUMBER_GROUPS,
  PLACE_GROUPS,
  SYSTEM_GROUPS,
} from '../../../client/features/settings/system/system-fields.js';
import { WEIGHT_GROUPS } from '../../../client/domain/settings/weights-fields.js';
import { differences, fieldsOf, wordOf, type Field } from '../../../client/ui/entity-form/fields.js';
import { problemsOf, refusalsOf } from '../../../client/ui/entity-form/problems.js';
import { flat, nested, rebased, type Values } from '../../../client/ui/entity-form/values.js';
import { DEFAULT_POLICY } from '../../../server/domain/contact-compliance/policy/policy.rules.js';
import { keysBelow, readWords, wordsIn } from '../../support/words.js';

const WEIGHT_FIELDS = fieldsOf(WEIGHT_GROUPS);
const LIMIT_FIELDS = fieldsOf(LIMIT_GROUPS);
const POLICY_FIELDS = fieldsOf(POLICY_GROUPS);
const CONFIGURED = [
  ...REGULATOR_GROUPS,
  ...LEGAL_GROUPS,
  ...SEAL_GROUPS,
  ...SYSTEM_GROUPS,
  ...NUMBER_GROUPS,
  ...ADDRESS_GROUPS,
  ...AUTHENTICATOR_GROUPS,
  ...ANOMALY_GROUPS,
  ...FIRST_CONTACT_GROUPS,
  ...PLACE_GROUPS,
];
const policy = flat(DEFAULT_POLICY);
const withOne = (values: Values, name: string, value: Values[string]): Values => ({
  ...values,
  [name]: value,
});

const CLOSING_POLICY = {
  ...DEFAULT_POLICY,
  operatingHours: { ...DEFAULT_POLICY.operatingHours, closedDays: ['2026-12-24'] },
};

describe('a document', () => {
  it.each<[string, object, readonly Field[]]>([
    ['weights', DEFAULT_WEIGHTS, WEIGHT_FIELDS],
    ['limits', DEFAULT_LIMITS, LIMIT_FIELDS],
    ['policy', CLOSING_POLICY, POLICY_FIELDS],
  ])('of %s has a field for each of its values, and comes back as it was', (_, document, fields) => {
    expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(flat(document)).sort());
    expect(nested(flat(document))).toEqual(document);
  });
});

describe('what the form refuses', () => {
  const problem = (name: string, value: Values[string]) =>
    problemsOf(ContactPolicy, POLICY_FIELDS, withOne(policy, name, value))[name]?.rule;

  it.each([
    ['attempts.perDay', null, 'required'],
    ['attempts.perDay', 51, 'range'],
    ['attempts.perDay', 2.5, 'range'],
    ['legalHours.known.from', '06:00', 'law'],
    ['operatingHours.hours.to', '07:30', 'order'],
  ])('%s = %s: the rule is %s', (name, value, rule) => {
    expect(problem(name, value)).toBe(rule);
  });

  it('is nothing of what is in force', () => {
    expect(problemsOf(ContactPolicy, POLICY_FIELDS, policy)).toEqual({});
    expect(problemsOf(Weights, WEIGHT_FIELDS, flat(DEFAULT_WEIGHTS))).toEqual({});
    expect(problemsOf(MessageLimits, LIMIT_FIELDS, flat(DEFAULT_LIMITS))).toEqual({});
  });

  it('stands at the field that the server names, by our own rule where we know one', () => {
    const values = withOne(flat(DEFAULT_WEIGHTS), 'amount', 2_000);
    const fields = ['weights.amount', 'weights.promised'].map((field) => ({
      field,
      rule: 'x.y',
      message: 'no',
    }));
    const refusal = { code: '22', message: '', fields, requestId: null };
    expect(refusalsOf(problemsOf(Weights, WEIGHT_FIELDS, values), refusal, 'weights.')).toEqual({
      amount: { rule: 'range' },
      promised: { rule: 'x.y', message: 'no' },
    });
  });
});

describe('a field', () => {
  it.each([
    [WEIGHT_FIELDS, 'fullDays', { kind: 'number', required: true, min: 1, max: 3_650, unit: 'days' }],
    [POLICY_FIELDS, 'operatingHours.onHolidays', { kind: 'yes', required: true }],
    [POLICY_FIELDS, 'relations', { kind: 'many', words: 'codes:relation' }],
  ])('has its kind and limits of the contract', (fields, name, described) => {
    expect(fields.find((field) => field.name === name)).toMatchObject(described);
  });
});

describe('two versions', () => {
  const theirs = { ...flat(DEFAULT_WEIGHTS), promised: 300, onHold: 500 };

  it('are told apart field by field, in the order of the form', () => {
    const found = differences(WEIGHT_FIELDS, flat(DEFAULT_WEIGHTS), theirs);
    expect(found.map(({ field, before, after }) => [field.name, before, after])).toEqual([
      ['onHold', 600, 500],
      ['promised', 250, 300],
    ]);
    expect(differences(POLICY_FIELDS, policy, flat(structuredClone(DEFAULT_POLICY)))).toEqual([]);
  });

  it('come together: mine where I changed something, theirs elsewhere', () => {
    const base = flat(DEFAULT_WEIGHTS);
    const mine = { ...base, promised: 100, amount: 999 };
    expect(rebased(base, mine, theirs)).toEqual({ ...theirs, promised: 100, amount: 999 });
  });
});

describe('the order by other weights', () => {
  const facts: Omit<SampledCase, 'id' | 'loanId' | 'amount'> = {
    nextFollowUpAt: null,
    promiseDue: null,
    promiseBrokenAt: null,
    penaltyDate: '2026-11-11',
    lastCallTime: null,
    lastCallResult: null,
    holdUntil: null,
  };
  const sample: OrderSample = {
    collector: 'Ana',
    asOf: '2026-11-21T18:00:00.000Z',
    today: '2026-11-21',
    cases: [
      { ...facts, id: 1, loanId: 'L-1', amount: 100_000 },
      { ...facts, id: 2, loanId: 'L-2', amount: 900_000 },
      { ...facts, id: 3, loanId: 'L-3', amount: 100, promiseDue: '2026-11-21' },
    ],
  };

  it('says where each case stands and stood', () => {
    const then = { ...DEFAULT_WEIGHTS, promiseToday: 0, amount: 1_000 };
    const placed = reordered(sample, DEFAULT_WEIGHTS, then);
    expect(placed.map(({ case: { id }, place, placeBefore }) => [id, place, placeBefore])).toEqual([
      [2, 1, 2],
      [1, 2, 3],
      [3, 3, 1],
    ]);
    expect(placed[0]!.reason?.code).toBe('highAmount');
  });
});

describe('the words of the settings', () => {
  const [words, forms] = [readWords('en', 'settings'), readWords('en', 'forms')];

  it('name and explain every field, and no other', () => {
    const fields = [...WEIGHT_FIELDS, ...LIMIT_FIELDS, ...POLICY_FIELDS, ...fieldsOf(CONFIGURED)];
    const wanted = fields.map(({ name }) => wordOf(name)).flatMap((name) => [name, `${name}.hint`]);
    expect(keysBelow(words, 'field')).toEqual([...new Set(wanted)].sort());
  });

  it.each(LANGUAGES)(
    'tell the fields of a screen apart in %s: a difference says no more than the label',
    (language) => {
      const found = wordsIn(language, 'settings');
      for (const fields of [WEIGHT_FIELDS, LIMIT_FIELDS, POLICY_FIELDS]) {
        const labels = fields.map(({ name }) => found[`field.${wordOf(name)}`]);
        expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
      }
    },
  );

  it('name every group, unit and rule', () => {
    const groups = [...WEIGHT_GROUPS, ...LIMIT_GROUPS, ...POLICY_GROUPS, ...CONFIGURED].map(({ id }) => id);
    const named = keysBelow(words, 'group').filter((key) => key.endsWith('.title'));
    expect(named).toEqual(groups.map((id) => `${id}.title`).sort());
    const own = [...WEIGHT_FIELDS, ...LIMIT_FIELDS, ...POLICY_FIELDS].flatMap(({ unit }) => unit ?? []);
    // Percent is of products and targets, whose fields stand with their pages.
    const units = new Set([...own, 'percent']);
    expect(keysBelow(forms, 'unit')).toEqual([...units].sort());
    const counts = keysBelow(forms, 'count').map((key) => key.replace(/_\w+$/, ''));
    expect([...new Set(counts)].sort()).toEqual(keysBelow(forms, 'unit'));
    expect(keysBelow(words, 'fixed.rule')).toEqual([...FIXED_RULES].sort());
  });

  it('speak of every rule of the guard: in the policy, or among those that no policy changes', () => {
    const spoken = [...Object.values(RULES_OF).flat(), ...FIXED_RULES];
    expect(spoken.sort()).toEqual(Object.keys(COMPLIANCE_RULES).sort());
  });
});
