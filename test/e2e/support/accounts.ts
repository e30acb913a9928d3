import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '../../../contract/codes.js';

export interface Account {
  role: Role;
  username: string;
  password: string;
  name: string;
  /** Asks for a face after the password. */
  liveness?: 'PAGE' | 'CAMERA';
}

export function account(role: Role, liveness?: Account['liveness']): Account {
  return accountsOf().find((one) => one.role === role && one.liveness === liveness)!;
}

/** The session of the other administrator: a second sign-in by the same one would end the first. */
export function otherAdmin(): Account {
  return accountsOf().findLast(({ role }) => role === 'admin')!;
}

function accountsOf(): Account[] {
  const file = join(process.env['RECOUP_DATA_DIR']!, 'demo-accounts.json');
  return JSON.parse(readFileSync(file, 'utf8')) as Account[];
}
