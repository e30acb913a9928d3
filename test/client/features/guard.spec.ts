import { describe, expect, it } from '@jest/globals';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LANGUAGES } from '../../../contract/codes.js';
import { lineOf, reasonText } from '../../../client/features/contact-compliance/compliance-words.js';
import { Button } from '../../../client/ui/button.js';
import { wordsOf } from '../../e2e/support/words.js';
import { asTFunction } from '../../support/words.js';

const preview = { zone: 'America/Tijuana', asOf: '2026-11-18T17:00:00Z' };

describe('a payment that is on its way', () => {
  const said = (secondsAgo: number, since: number) =>
    reasonText(
      { rule: 'paymentInFlight', params: { secondsAgo, amount: 50_000, pending: 0 } },
      {
        t: asTFunction((key, values) => `${key} ${String(values?.['minutes'])}`),
        language: 'en',
        preview: { ...preview, zone: 'America/Mexico_City' },
        since,
      },
    );

  it('is told in whole minutes, which do not tick in the corner of an eye', () => {
    expect(said(8, 0)).toBe('guard:reason.paid 1');
    expect(said(290, 3)).toBe('guard:reason.paid 4');
    expect(said(290, 30)).toBe('guard:reason.paid 5');
  });
});

describe('a contact that may not be called', () => {
  const drawn = (against: string | null) =>
    renderToStaticMarkup(createElement(Button, { label: 'Call Ana', against, onClick: () => undefined }));

  it('shows it on its button, which the keyboard still reaches', () => {
    const html = drawn('3 of 3 today, again tomorrow 08:00');
    expect(html).toContain('aria-disabled="true"');
    expect(html).not.toMatch(/ disabled=/);
    for (const name of ['aria-label', 'title'])
      expect(html).toContain(`${name}="Call Ana: 3 of 3 today, again tomorrow 08:00"`);
    expect(drawn(null)).toContain('aria-disabled="false"');
  });

  it.each(LANGUAGES)('is told why, and when again by the clock there (%s)', (language) => {
    const words = wordsOf(language);
    const teller = {
      t: asTFunction((key, values) => words(key, { ...values } as Record<string, string>)),
      language,
      preview,
      since: 0,
    };
    const reasons = [{ rule: 'attemptsDay' as const, params: { count: 3, limit: 3 } }];
    const next = { allow: false, reasons, nextAllowedAt: '2026-11-19T16:00:00Z', allowedUntil: null };
    const line = lineOf(next, teller);
    expect(line).toContain(words('guard:when.tomorrow', { time: '08:00' }));
    expect(line).toContain(words('guard:reason.attemptsDay', { used: 3, limit: 3 }));
    const open = { allow: true, reasons: [], nextAllowedAt: null, allowedUntil: '2026-11-19T04:00:00Z' };
    expect(lineOf(open, teller)).toBe(words('guard:line.until', { time: '20:00' }));
    // One clock, and its name.
    expect(lineOf(open, teller)).toMatch(/there|allá|当地/);
    expect(lineOf(open, teller).match(/\d\d:\d\d/g)).toEqual(['20:00']);
  });

  it.each(LANGUAGES)('has what is used of its limits beside it (%s)', (language) => {
    const text = wordsOf(language)('guard:limits', { day: 0, dayLimit: 3, week: 1, weekLimit: 7 });
    expect(text.match(/\d/g)).toEqual(['0', '3', '1', '7']);
  });
});
