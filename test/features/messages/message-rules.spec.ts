import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, LONGEST_TEXT, type CaseFacts } from '../../../contract/messages.js';
import { compose } from '../../../server/features/messages/message.rules.js';

const FACTS: CaseFacts = {
  borrowerName: 'Jose Perez',
  amount: 123_400,
  loanId: 'L-1',
  appName: 'Rapidin',
  penaltyDate: '2026-11-19',
  agentName: 'Ana Ruiz',
};
const sms = (body: string) => ({ body, channel: 'SMS' as const });

describe('the text of a message', () => {
  it('is shown with everything personal masked, and with all that somebody typed', () => {
    const { text, mask } = compose(
      sms('{{name}} {{loan}} {{app}} {{agent}}'),
      { agent: 'Maria Lopez' },
      FACTS,
      DEFAULT_LIMITS,
    );
    expect(text).toBe('Jose L-1 Rapidin Maria Lopez');
    expect(mask).toBe('••• ••• Rapidin •••');
  });

  it('is never longer than the carrier takes, however many segments are allowed', () => {
    const generous = { ...DEFAULT_LIMITS, gsm7Length: 1_600, segments: 10 };
    const long = sms('x'.repeat(LONGEST_TEXT - 1) + '{{loan}}');
    expect(() => compose(long, {}, FACTS, generous)).toThrowError(
      expect.objectContaining({
        key: 'message.tooLong',
        params: { characters: LONGEST_TEXT + 2, limit: LONGEST_TEXT },
      }),
    );
    expect(compose(sms('x'.repeat(LONGEST_TEXT)), {}, FACTS, generous).text).toHaveLength(LONGEST_TEXT);
  });
});
