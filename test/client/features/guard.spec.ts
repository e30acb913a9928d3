import { describe, expect, it } from '@jest/globals';
import { reasonText } from '../../../client/features/guard/guard-words.js';

describe('a payment that is on its way', () => {
  const said = (secondsAgo: number, since: number) =>
    reasonText(
      { rule: 'paymentInFlight', params: { secondsAgo, amount: 50_000, pending: 0 } },
      {
        t: (key, values) => `${key} ${String(values?.['minutes'])}`,
        language: 'en',
        preview: { zone: 'America/Mexico_City', asOf: '2026-11-18T17:00:00Z' },
        since,
      },
    );

  it('is told in whole minutes, which do not tick in the corner of an eye', () => {
    expect(said(8, 0)).toBe('guard:reason.paid 1');
    expect(said(290, 3)).toBe('guard:reason.paid 4');
    expect(said(290, 30)).toBe('guard:reason.paid 5');
  });
});
