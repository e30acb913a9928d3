import { describe, expect, it } from '@jest/globals';
import type { ContactRow } from '../../../contract/cases/cases';
import {
  composed,
  recipientOf,
  reasonsAgainst,
  type Composition,
} from '../../../client/features/messages/message-draft';
import type { SendChannel } from '../../../contract/contact/message-texts';
import { DEFAULT_LIMITS } from '../../../contract/contact/messages';
import { measureText, plainLetters, segmentsOf } from '../../../contract/shared/sms-text';

const FACTS = {
  borrowerName: 'María Íñiguez',
  amount: 431_050,
  loanId: 'L-1',
  appName: 'Colibrí',
  penaltyDate: '2026-11-09',
  agentName: 'Ana',
};
const template = (body: string, channel: SendChannel = 'SMS') => ({ body, channel });
const shown = ({ parts }: Composition) =>
  parts.map((part) => ('text' in part ? part.text : `[${part.blank}]`)).join('');

describe('a text', () => {
  it.each([
    ['', 'GSM7', 0],
    ['Niño é ü ¿¡', 'GSM7', 11],
    ['{[€]}', 'GSM7', 10],
    ['Vía', 'UCS2', 3],
    ['ok 😀', 'UCS2', 5],
    ['付款', 'UCS2', 2],
  ])('%j is %s and %i characters', (text, encoding, characters) => {
    expect(measureText(text)).toEqual({ encoding, characters });
  });

  it.each([
    ['GSM7', 160, 1],
    ['GSM7', 161, 2],
    ['GSM7', 306, 2],
    ['GSM7', 307, 3],
    ['UCS2', 70, 1],
    ['UCS2', 71, 2],
    ['UCS2', 135, 3],
  ] as const)('by %s of %i characters takes %i segments', (encoding, characters, segments) => {
    expect(segmentsOf({ encoding, characters }, { gsm7: 160, ucs2: 70 })).toBe(segments);
  });

  it('keeps the accents that cost nothing', () => {
    expect(plainLetters('José Muñoz Íñigo Güemes Ángel')).toBe('José Muñoz Iñigo Güemes Angel');
  });
});

describe('a message to write', () => {
  it('shows what is known of the case, by SMS without costly accents', () => {
    const body = 'Hola {{name}}, {{amount}} de {{app}} vence {{dueDate}} en {{place}}. {{name}}';
    const textOf = (channel: SendChannel) =>
      shown(composed(template(body, channel), { place: 'OXXO' }, FACTS, DEFAULT_LIMITS));
    expect(textOf('SMS')).toBe('Hola Maria, $4,310.50 de Colibri vence 09/11/2026 en OXXO. Maria');
    expect(textOf('WABA')).toBe('Hola María, $4,310.50 de Colibrí vence 09/11/2026 en OXXO. María');
  });

  it('counts live and names what is missing or has another format', () => {
    const one = template('{{name}} paga en {{place}} el {{day:day}} a las {{hour:time}}');
    const write = (typed: Record<string, string>, of = one) => composed(of, typed, FACTS, DEFAULT_LIMITS);
    const begun = write({ place: ' ', day: '2026-11-21' });
    expect(begun).toMatchObject({ segments: 1, limit: 160, missing: ['place', 'hour'], wrong: [] });
    expect(shown(begun)).toBe('Maria paga en [place] el 21/11/2026 a las [hour]');
    const wrong = write({ place: 'pago.example', day: '2026-11-21', hour: '9' });
    expect([wrong.missing, wrong.wrong]).toEqual([[], ['place', 'hour']]);
    const threat = write({ where: 'trabajo hoy' }, template('Vamos a su {{where:text}}'));
    expect([threat.missing, threat.wrong]).toEqual([[], ['where']]);
    const long = write({ place: 'í'.repeat(40) }, template(`${'x'.repeat(40)} {{place}}`));
    expect(long).toMatchObject({ encoding: 'UCS2', limit: 70, segments: 2, fits: false, wrong: [] });
    const spoken = write({}, template('í'.repeat(900), 'WABA'));
    expect(spoken).toMatchObject({ limit: 1_000, segments: null, fits: true });
  });

  it('never shows the braces of a placeholder, whatever stands in them', () => {
    const text = composed(
      template('{{place}} {{ name }} {{at:clock}} {{constructor}}'),
      {},
      FACTS,
      DEFAULT_LIMITS,
    );
    expect(shown(text)).toBe('[place] [ name ] [at:clock] [constructor]');
  });

  it('goes to the one asked for, else to the first that is not blocked', () => {
    const row = (id: number, blocked: ContactRow['blocked']) => ({ id, blocked }) as ContactRow;
    const rows = [row(1, 'WRONG'), row(2, null), row(3, null)];
    expect(recipientOf(rows, 3)?.id).toBe(3);
    expect(recipientOf(rows, 0)?.id).toBe(2);
    expect(recipientOf([row(1, 'OPT_OUT')], null)?.id).toBe(1);
    expect(recipientOf([], null)).toBeUndefined();
  });

  it('knows the guard’s reasons for this contact and channel alone', () => {
    const no = {
      allow: false,
      reasons: [{ rule: 'optOut' as const, params: {} }],
      nextAllowedAt: null,
      allowedUntil: null,
    };
    const yes = { ...no, allow: true, reasons: [] };
    const channels = { SMS: no, CALL: yes, WHATSAPP: yes, IVR: yes };
    const preview = {
      contacts: [{ contactId: 1, relation: 'R01', guarantor: false, channels }],
    } as unknown as Parameters<typeof reasonsAgainst>[0];
    expect(reasonsAgainst(preview, 1, 'BLU').reasons).toEqual(no.reasons);
    expect(reasonsAgainst(preview, 1, 'WABA').reasons).toEqual([]);
    expect(reasonsAgainst(preview, 2, 'SMS').reasons).toEqual([]);
    expect(reasonsAgainst(undefined, 1, 'SMS').reasons).toEqual([]);
  });
});
