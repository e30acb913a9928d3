import { describe, expect, it } from '@jest/globals';
import { COMPLIANCE_RULE_NAMES, COMPLIANCE_RULES } from '../../contract/contact/contact-compliance.js';
import { sourceOf } from '../../contract/contact/legal-sources.js';

describe('what a rule rests on', () => {
  it.each(COMPLIANCE_RULE_NAMES.map((rule) => [COMPLIANCE_RULES[rule], rule] as const))(
    'is said of the %s rule %s',
    (kind, rule) => {
      const { source, mayAsk } = sourceOf(rule);
      // A law has its text, its country and its day; nobody sets one aside.
      expect(source !== null).toBe(kind === 'legal');
      expect(mayAsk).toBe(kind === 'policy');
      if (source) expect(Date.parse(source.effectiveOn)).toBeLessThan(Date.now());
    },
  );

  it('is not called confirmed while nobody has read it in the text itself', () => {
    const sources = COMPLIANCE_RULE_NAMES.flatMap((rule) => sourceOf(rule).source ?? []);
    expect(sources.filter(({ confirmed }) => confirmed)).toEqual([]);
  });
});
