import { expect, it } from '@jest/globals';
import { refusedFields } from '../../../client/features/account/refused-fields.js';
import { asTFunction } from '../../support/words.js';

const KEYS = asTFunction((key) => key);

it('a refused password stands at its field, by the name that the screen has for it', () => {
  const refusal = (code: string, field: string) => ({
    code,
    message: 'refused',
    requestId: null,
    fields: [{ field, rule: 'weak', message: `${field} is too weak` }],
  });
  expect(refusedFields(refusal('22', 'newPassword'), KEYS)).toEqual([
    { name: 'newPassword', errors: ['account:password.new is too weak'] },
  ]);
  expect(refusedFields(refusal('22', 'keyId'), KEYS)).toEqual([{ name: 'oldPassword', errors: ['refused'] }]);
  expect(refusedFields(refusal('99', 'newPassword'), KEYS)).toEqual([]);
});
