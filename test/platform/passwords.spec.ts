import * as argon2 from '@node-rs/argon2';
import { describe, expect, it, jest } from '@jest/globals';

const verify = jest.fn(argon2.verify);
jest.unstable_mockModule('@node-rs/argon2', () => ({ ...argon2, verify }));
const { hashPassword, verifyPassword } = await import('../../server/platform/auth/passwords.js');

describe('passwords', () => {
  it('are kept as Argon2id with a salt of their own', async () => {
    const [one, two] = await Promise.all([hashPassword('Correct-horse-7'), hashPassword('Correct-horse-7')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(one!, 'Correct-horse-7')).toBe(true);
    expect(await verifyPassword(one!, 'correct-horse-7')).toBe(false);
  });

  it('of somebody who does not exist cost the same work and never fit', async () => {
    verify.mockClear();
    expect(await verifyPassword(null, 'Correct-horse-7')).toBe(false);
    const [stored] = verify.mock.calls[0]!;
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});
