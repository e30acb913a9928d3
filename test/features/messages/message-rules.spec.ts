import { describe, expect, it } from '@jest/globals';
import type { CaseFacts } from '../../../contract/contact/message-texts.js';
import { DEFAULT_LIMITS, LONGEST_TEXT } from '../../../contract/contact/messages.js';
import { compose } from '../../../server/domain/messages/message.rules.js';
import { maskPhonesIn } from '../../../server/platform/crypto/vault.js';

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
  it('has what is known from the case, and by SMS no letter that costs it its alphabet', () => {
    const facts = { ...FACTS, borrowerName: 'Íñigo Perez' };
    const body = '{{name}} {{loan}} {{app}} {{agent:text}} {{x}}';
    expect(compose(sms(body), { x: 'hoy' }, facts, DEFAULT_LIMITS)).toBe('Iñigo L-1 Rapidin Ana Ruiz hoy');
    const byWhatsApp = compose({ body, channel: 'WABA' }, { x: 'hoy' }, facts, DEFAULT_LIMITS);
    expect(byWhatsApp).toBe('Íñigo L-1 Rapidin Ana Ruiz hoy');
  });

  it.each(['constructor', 'toString'])('needs what %s asks for, as any other', (name) => {
    expect(() => compose(sms(`{{${name}:text}}`), {}, FACTS, DEFAULT_LIMITS)).toThrow(
      expect.objectContaining({ key: 'message.paramRequired' }),
    );
  });

  it('that is read shows no telephone number, and keeps what only looks like one', () => {
    const text =
      'Llame al 55 1234-5678 o +525512345678; cuenta 012180001234567891, 19/11/2026 16:30, 5512345679';
    expect(maskPhonesIn(text, '5512345679')).toBe(
      'Llame al +52 55 •••• 5678 o +52 55 •••• 5678; cuenta 012180001234567891, 19/11/2026 16:30, 5512345679',
    );
  });

  it('is never longer than the carrier takes, however many segments are allowed', () => {
    const generous = { ...DEFAULT_LIMITS, gsm7Length: 1_600, segments: 10 };
    const long = sms('x'.repeat(LONGEST_TEXT - 1) + '{{loan}}');
    expect(() => compose(long, {}, FACTS, generous)).toThrow(
      expect.objectContaining({
        key: 'message.tooLong',
        params: { characters: LONGEST_TEXT + 2, limit: LONGEST_TEXT },
      }),
    );
    expect(compose(sms('x'.repeat(LONGEST_TEXT)), {}, FACTS, generous)).toHaveLength(LONGEST_TEXT);
  });
});
