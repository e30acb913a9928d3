import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEVICE_PURPOSES, GUARD_RULES, GuardPolicy, LEGAL_SPANS } from '../../contract/guard.js';
import { DEFAULT_LIMITS, MessageLimits } from '../../contract/messages.js';
import { DEFAULT_WEIGHTS, Weights, type OrderSample, type SampledCase } from '../../contract/priorities.js';
import { LIMIT_FIELDS, LIMIT_GROUPS } from '../../client/features/settings/limits-fields.js';
import { reordered } from '../../client/features/settings/order.js';
import { FIXED_RULES, POLICY_FIELDS, POLICY_GROUPS } from '../../client/features/settings/policy-fields.js';
import { problemsOf, refusalsOf } from '../../client/features/settings/problems.js';
import {
  differences,
  flat,
  nested,
  rebased,
  type Field,
  type Values,
} from '../../client/features/settings/values.js';
import { WEIGHT_FIELDS, WEIGHT_GROUPS } from '../../client/features/settings/weights-fields.js';
import { wordOf } from '../../client/features/settings/value-text.js';
import { DEFAULT_POLICY } from '../../server/features/guard/policy/policy.rules.js';

const policy = flat(DEFAULT_POLICY);
const withOne = (values: Values, name: string, value: Values[string]): Values => ({
  ...values,
  [name]: value,
});

describe('a document', () => {
  it.each<[string, object, readonly Field[]]>([
    ['weights', DEFAULT_WEIGHTS, WEIGHT_FIELDS],
    ['limits', DEFAULT_LIMITS, LIMIT_FIELDS],
    ['policy', DEFAULT_POLICY, POLICY_FIELDS],
  ])('of %s has a field for each of its values, and comes back as it was', (_, document, fields) => {
    expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(flat(document)).sort());
    expect(nested(flat(document))).toEqual(document);
  });
});

describe('what the form refuses', () => {
  const accepts = {
    weights: (values: Values) => Weights.safeParse(nested(values)).success,
    limits: (values: Values) => MessageLimits.safeParse(nested(values)).success,
    policy: (values: Values) => GuardPolicy.safeParse(nested(values)).success,
  };
  const forms: [keyof typeof accepts, readonly Field[], Values][] = [
    ['weights', WEIGHT_FIELDS, flat(DEFAULT_WEIGHTS)],
    ['limits', LIMIT_FIELDS, flat(DEFAULT_LIMITS)],
    ['policy', POLICY_FIELDS, policy],
  ];
  const VALUES = [
    null,
    -1,
    0,
    1,
    2.5,
    10,
    11,
    50,
    51,
    70,
    168,
    169,
    365,
    366,
    1_000,
    1_001,
    1_440,
    1_441,
    100_001,
  ];
  const CLOCKS = [
    '00:00',
    '06:30',
    '07:00',
    '08:30',
    '09:00',
    '20:30',
    '21:00',
    '21:30',
    '22:00',
    '22:30',
    '24:00',
  ];

  it.each(forms)('of %s is what the contract refuses, value by value', (name, fields, values) => {
    for (const field of fields) {
      const tried =
        field.kind === 'clock' ? CLOCKS : field.kind === 'number' || field.kind === 'money' ? VALUES : [];
      for (const value of tried) {
        const changed = withOne(values, field.name, value);
        const problems = Object.keys(problemsOf(fields, changed));
        expect(problems.length === 0, `${field.name} = ${String(value)}`).toBe(accepts[name](changed));
      }
    }
  });

  it('says why: the law before the order', () => {
    const problem = (name: string, value: string) =>
      problemsOf(POLICY_FIELDS, withOne(policy, name, value))[name];
    expect(problem('legalHours.known.from', '06:00')).toEqual({ kind: 'law', ...LEGAL_SPANS.known });
    expect(problem('operatingHours.hours.to', '07:30')).toEqual({ kind: 'order' });
  });

  it('stands at the field that the server names', () => {
    const values = withOne(flat(DEFAULT_WEIGHTS), 'amount', 2_000);
    const errors = ['weights.amount', 'weights.promised'].map((field) => ({
      field,
      rule: 'format',
      message: '',
    }));
    expect(refusalsOf(WEIGHT_FIELDS, values, errors, 'weights.')).toEqual({
      amount: { kind: 'range', least: 0, most: 1_000 },
      promised: { kind: 'refused' },
    });
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
  const words = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../client/i18n/en/settings.json'), 'utf8'),
  ) as Record<string, Record<string, object | string>>;
  const keys = (part: string) => Object.keys(words[part]!).sort();

  it('name and explain every field, and no other', () => {
    const fields = [...WEIGHT_FIELDS, ...LIMIT_FIELDS, ...POLICY_FIELDS];
    expect(keys('field')).toEqual(fields.map(({ name }) => wordOf(name)).sort());
    for (const texts of Object.values(words['field']!))
      expect(Object.keys(texts).sort()).toEqual(['hint', 'label']);
  });

  it.each(['cn', 'en', 'es'])(
    'tell the fields of a screen apart in %s: a difference says no more than the label',
    (language) => {
      const file = join(import.meta.dirname, `../../client/i18n/${language}/settings.json`);
      const { field } = JSON.parse(readFileSync(file, 'utf8')) as {
        field: Record<string, { label: string }>;
      };
      for (const fields of [WEIGHT_FIELDS, LIMIT_FIELDS, POLICY_FIELDS]) {
        const labels = fields.map(({ name }) => field[wordOf(name)]!.label);
        expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
      }
    },
  );

  it('name every group, unit, rule and purpose', () => {
    const groups = [...WEIGHT_GROUPS, ...LIMIT_GROUPS, ...POLICY_GROUPS].map(({ id }) => id);
    expect(keys('group')).toEqual(groups.sort());
    const units = [...WEIGHT_FIELDS, ...LIMIT_FIELDS, ...POLICY_FIELDS].flatMap(({ unit }) => unit ?? []);
    expect(keys('unit')).toEqual([...new Set(units)].sort());
    expect([...new Set(keys('count').map((key) => key.replace(/_\w+$/, '')))]).toEqual(keys('unit'));
    const fixed = words['fixed'] as Record<string, object>;
    expect(Object.keys(fixed['rule']!).sort()).toEqual([...FIXED_RULES].sort());
    expect(Object.keys((words['device'] as Record<string, object>)['purpose']!)).toEqual([
      ...DEVICE_PURPOSES,
    ]);
  });

  it('speak of every rule of the guard: in the policy, or among those that no policy changes', () => {
    const spoken = [...POLICY_GROUPS.flatMap(({ rules }) => rules), ...FIXED_RULES];
    expect(spoken.sort()).toEqual(Object.keys(GUARD_RULES).sort());
  });
});
