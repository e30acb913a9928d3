import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id (the library's default), by OWASP's first choice: 19 MiB, two passes, one lane; some 30 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let decoy: Promise<string> | undefined;

/** The hash to store, in PHC notation: it carries its own salt and cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** False for a user that does not exist (`stored` null) too, after the same work as for one that does. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(24).toString('hex'));
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== null && matches;
}

/** 8 to 64 characters with upper and lower case and a digit. */
export function isStrong(password: string): boolean {
  const length = [...password].length;
  return (
    length >= 8 && length <= 64 && /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\d/.test(password)
  );
}
