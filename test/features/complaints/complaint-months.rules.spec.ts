import { describe, expect, it } from '@jest/globals';
import { fileColumns } from '../../../contract/supervision/complaint-months.js';
import { RegulatorTerms, DEFAULT_REGULATOR_TERMS } from '../../../contract/supervision/regulator-terms.js';
import { dueDayOf, monthAfter, wordDue } from '../../../server/domain/complaints/complaint-months.rules.js';

const AT = new Date('2026-12-04T18:00:00Z');

describe('the day of a month of complaints', () => {
  it.each([
    ['2026-10', 5, '2026-11-06'],
    // The first of January is a holiday.
    ['2026-12', 5, '2027-01-08'],
    // The first Monday of February is one, too.
    ['2027-01', 1, '2027-02-02'],
  ])('of %s by working day %i is %s', (month, reportDay, day) => {
    expect(dueDayOf(month, reportDay)).toBe(day);
  });

  it('knows the months beside a new year', () => {
    expect([monthAfter('2026-12'), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  });
});

describe('a word of a month that nobody has confirmed', () => {
  const deadline = { dueOn: '2026-12-07', remindDays: 2 };
  const nothing = { remindedAt: null, alarmedAt: null };

  it.each([
    ['2026-12-02', null],
    ['2026-12-03', 'remind'],
    ['2026-12-07', 'remind'],
    ['2026-12-08', 'alarm'],
  ])('is on %s: %s', (today, word) => {
    expect(wordDue(today, deadline, nothing)).toBe(word);
  });

  it('is said once', () => {
    expect(wordDue('2026-12-05', deadline, { ...nothing, remindedAt: AT })).toBeNull();
    expect(wordDue('2026-12-09', deadline, { remindedAt: AT, alarmedAt: null })).toBe('alarm');
    expect(wordDue('2026-12-09', deadline, { ...nothing, alarmedAt: AT })).toBeNull();
  });
});

describe("the file's columns", () => {
  it('are a line each: a fact, or a text that is the same in every line', () => {
    expect(fileColumns('Clave = "00 1"\n\n Causa=cause ')).toEqual([
      { heading: 'Clave', text: '00 1' },
      { heading: 'Causa', fact: 'cause' },
    ]);
  });

  it.each([
    ['nothing', ' \n'],
    ['no heading', '= cause'],
    ['no fact of ours', 'Causa = phone'],
    ['an open quote', 'Causa = "a'],
    ['a heading twice', 'A = cause\nA = opened'],
    ['more than sixty', Array.from({ length: 61 }, (_, at) => `C${at} = cause`).join('\n')],
  ])('are none for %s', (_, text) => {
    expect(fileColumns(text)).toBeNull();
    expect(RegulatorTerms.safeParse({ ...DEFAULT_REGULATOR_TERMS, fileColumns: text }).success).toBe(false);
  });

  it('take no term of the law without who named it', () => {
    const term = { ...DEFAULT_REGULATOR_TERMS, legalDays: 30 };
    expect(RegulatorTerms.safeParse(term).success).toBe(false);
    expect(RegulatorTerms.safeParse({ ...term, legalSource: 'Lic. Prado' }).success).toBe(true);
  });
});
