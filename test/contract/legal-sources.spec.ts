import { describe, expect, it } from '@jest/globals';
import { COMPLIANCE_RULE_NAMES, COMPLIANCE_RULES } from '../../contract/contact/contact-compliance.js';
import { LEGAL_RULES, LegalSources, sourceOf } from '../../contract/contact/legal-sources.js';

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
    expect(sources.filter(({ confirmedBy }) => confirmedBy)).toEqual([]);
    expect(COMPLIANCE_RULE_NAMES.filter((rule) => sourceOf(rule).source)).toEqual(
      expect.arrayContaining([...LEGAL_RULES]),
    );
  });

  const TEXT = 'wrongNumber = Disposiciones, a = b, art. 5 | MX | 2014-10-08 | Lic. Ana Ruiz';
  it('is what counsel has read, with a name, and the default for the other rules', () => {
    expect(LegalSources.parse({ sources: `\n${TEXT}\n` }).sources).toBe(TEXT);
    expect(sourceOf('wrongNumber', TEXT).source).toEqual({
      ...{ citation: null, text: 'Disposiciones, a = b, art. 5', jurisdiction: 'MX' },
      ...{ effectiveOn: '2014-10-08', confirmedBy: 'Lic. Ana Ruiz' },
    });
    expect(sourceOf('legalHours', TEXT)).toEqual(sourceOf('legalHours'));
  });

  it.each([
    'attemptsDay = Política | MX | 2026-01-01 | Ana Ruiz',
    'wrongNumber = Disposiciones | MX | 2014-10-08',
    'wrongNumber = Disposiciones | México | 2014-10-08 | Ana Ruiz',
    'wrongNumber = Disposiciones | MX | 2014-13-08 | Ana Ruiz',
    'wrongNumber Disposiciones | MX | 2014-10-08 | Ana Ruiz',
    `${TEXT}\n${TEXT}`,
  ])('is not taken from a line that says something else: %s', (sources) => {
    expect(LegalSources.safeParse({ sources }).success).toBe(false);
  });
});
