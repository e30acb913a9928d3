import { lockRights } from '../../platform/auth/rights.js';
import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';

interface Person {
  id: number;
  role: string;
  enabled: boolean;
  institutionId: number;
}

/**
 * Before somebody stops being an administrator of the institution: another one stays. Whoever takes one away holds the row
 * of rights_version, so that of two at once the second sees what the first has left.
 *
 * @throws user.lastAdmin
 */
export async function keepAdministrator(tx: Tx, { id, role, enabled, institutionId }: Person): Promise<void> {
  if (role !== 'admin' || !enabled) return;
  lockRights(tx);
  const [others] = await tx.read<[object]>(sql`
    SELECT 1 FROM user u
    WHERE u.institution_id = ${institutionId} AND u.role = 'admin' AND u.enabled = 1 AND u.id <> ${id} LIMIT 1`);
  if (others.length === 0) throw new AppError('user.lastAdmin');
}

/**
 * Before an institution is closed: its tree keeps an administrator elsewhere. `lockRights` stands before.
 *
 * @throws user.lastAdmin
 */
export async function keepAdministratorBeside(tx: Tx, path: string): Promise<void> {
  const [, top] = path.split('/');
  const [others] = await tx.read<[object]>(sql`
    SELECT 1 FROM user u JOIN institution i ON i.id = u.institution_id
    WHERE u.role = 'admin' AND u.enabled = 1 AND i.enabled = 1
      AND i.path LIKE ${`/${top}/%`} AND i.path NOT LIKE ${`${path}%`} LIMIT 1`);
  if (others.length === 0) throw new AppError('user.lastAdmin');
}

/** Whether somebody administers the institution or one below it. `lockRights` stands before. */
export async function hasAdministrator(tx: Tx, path: string): Promise<boolean> {
  const [found] = await tx.read<[object]>(sql`
    SELECT 1 FROM user u JOIN institution i ON i.id = u.institution_id
    WHERE u.role = 'admin' AND u.enabled = 1 AND i.enabled = 1 AND i.path LIKE ${`${path}%`} LIMIT 1`);
  return found.length > 0;
}
