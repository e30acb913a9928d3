import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROLES } from '../../contract/codes.js';
import type { Organisation } from './organisation.js';

/** Everybody's password in the demo, and in the demo only. */
export const DEMO_PASSWORD = 'Recoup-2026';
export const ACCOUNTS_FILE = 'demo-accounts.json';

/** Writes the first of each role, for whoever starts the demo to read: [{role, username, password, name}]. */
export async function writeDemoAccounts(dataDir: string, org: Organisation): Promise<void> {
  const accounts = ROLES.flatMap((role) => {
    const person = org.people.find((candidate) => candidate.role === role);
    if (!person) return [];
    return [{ role, username: person.username, password: DEMO_PASSWORD, name: person.name }];
  });
  const file = join(dataDir, ACCOUNTS_FILE);
  await writeFile(file, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}
