import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROLES } from '../../contract/codes.js';
import type { Organisation } from './generators/organisation.js';

/** The password of all people of the demo, and of the demo only. */
export const DEMO_PASSWORD = 'Recoup-2026';
export const ACCOUNTS_FILE = 'demo-accounts.json';

/** Writes the first of each role and of each face check, and the second administrator, for the person who starts the demo to read. */
export async function writeDemoAccounts(dataDir: string, org: Organisation): Promise<void> {
  const people = ROLES.map((role) => org.people.find((person) => person.role === role));
  const checked = (['PAGE', 'CAMERA'] as const).map((mode) =>
    org.people.find((person) => person.liveness === mode),
  );
  const deputy = org.people.findLast((person) => person.role === 'admin');
  const accounts = [...people, ...checked, deputy]
    .filter((person) => person !== undefined)
    .map(({ role, username, name, liveness }) => ({
      role,
      username,
      password: DEMO_PASSWORD,
      name,
      ...(liveness === 'NONE' ? {} : { liveness }),
    }));
  const file = join(dataDir, ACCOUNTS_FILE);
  await writeFile(file, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}
