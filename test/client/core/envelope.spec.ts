import { describe, expect, it } from '@jest/globals';
import { isSessionEnd, NOT_ENVELOPE, readEnvelope, readRaw } from '../../../client/api/envelope.js';

const refused = (code: string, more = {}) => ({ code, message: 'why', data: null, ...more });

describe('the envelope', () => {
  it.each(['00', '200', 200])('takes %s for success', (code) => {
    expect(readEnvelope(200, { code, message: '', data: { id: 1 } })).toEqual({ ok: true, data: { id: 1 } });
  });

  it('keeps code, message and reference of a refusal', () => {
    expect(readEnvelope(200, refused('23', { requestId: 'r1' }))).toEqual({
      ok: false,
      error: { code: '23', message: 'why', fields: [], requestId: 'r1' },
    });
  });

  it('hands the fields of a validation to the form', () => {
    const fields = [{ field: 'amount', rule: 'max', message: 'too much' }];
    const answer = readEnvelope(200, refused('22', { data: { fields } }));
    expect(!answer.ok && answer.error.fields).toEqual(fields);
  });

  it('keeps the rules of a contact that the guard refuses', () => {
    const decision = { allow: false, reasons: [{ rule: 'legalHours' }, { rule: 'optOut' }, null] };
    const answer = readEnvelope(200, refused('30', { data: { decision } }));
    expect(!answer.ok && answer.error.rules).toEqual(['legalHours', 'optOut', 'undefined']);
  });

  it.each([null, 'proxy error', 12, {}])('does not take %s for an envelope', (body) => {
    const answer = readEnvelope(502, body);
    expect(!answer.ok && answer.error.code).toBe(NOT_ENVELOPE);
  });

  it.each([
    ['02', true],
    ['-1', true],
    ['-2', false],
    ['20', false],
    ['99', false],
  ])('code %s ends the session: %s', (code, ends) => {
    expect(isSessionEnd({ code, message: '', fields: [], requestId: null })).toBe(ends);
  });
});

describe('an answer without envelope', () => {
  it('is the data itself', () => {
    expect(readRaw(200, { taskCount: 3 })).toEqual({ ok: true, data: { taskCount: 3 } });
  });

  it('may say that there is nothing to show', () => {
    const answer = readRaw(200, { code: '-2' });
    expect(!answer.ok && answer.error.code).toBe('-2');
  });

  it('may be the envelope of a lost session', () => {
    const answer = readRaw(200, refused('02'));
    expect(!answer.ok && isSessionEnd(answer.error)).toBe(true);
  });

  it('is refused when the server failed', () => {
    expect(readRaw(503, null).ok).toBe(false);
  });
});
