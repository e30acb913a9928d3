import type { Role } from '../../contract/codes.js';
import { ROLE_GRANTS, type Permission } from '../../contract/permissions.js';
import { Rights } from '../../server/platform/auth/rights.js';
import { Database } from '../../server/platform/db/database.js';
import { Ids } from '../../server/platform/db/ids.js';
import { sql } from '../../server/platform/db/sql.js';
import { insert } from '../data/rows.js';
import type { Org } from './org.js';
import type { Api } from './stack.js';

/** An institution as a row, below another one. */
export async function below(
  api: Api,
  parent: { id: number; path: string },
  code: string,
): Promise<{ id: number; path: string }> {
  const id = await api.get(Ids).take();
  const path = `${parent.path}${id}/`;
  await api.get(Database).run(insert('institution', [{ id, code, name: code, parent_id: parent.id, path }]));
  await rightsChanged(api);
  return { id, path };
}

/** Gives a role of an institution more than its defaults, as a row; no screen gives the topmost one anything. */
export async function grant(
  api: Api,
  institutionId: number,
  role: Role,
  { more = [], less = [] }: { more?: readonly Permission[]; less?: readonly Permission[] },
): Promise<void> {
  const { permissions, menu } = ROLE_GRANTS[role];
  const has = [...permissions, ...more].filter((permission) => !less.includes(permission));
  await api.get(Database).run(sql`
    REPLACE INTO role_grant (institution_id, role, permissions, menu)
    VALUES (${institutionId}, ${role}, ${has.join()}, ${menu.join()})`);
  await rightsChanged(api);
}

/** Puts the other institution below the first: one tree, as the product has it. */
export async function oneTree(api: Api, { institutionId, otherInstitutionId }: Org): Promise<void> {
  await api.get(Database).run(sql`
    UPDATE institution SET parent_id = ${institutionId}, path = CONCAT('/', ${institutionId}, path)
    WHERE id = ${otherInstitutionId}`);
  await rightsChanged(api);
}

/** Call after institutions or grants were written by hand: commands say so by themselves. */
export async function rightsChanged(api: Api): Promise<void> {
  await api.get(Database).run(sql`
    INSERT INTO rights_version (id, version) VALUES (1, 1) ON DUPLICATE KEY UPDATE version = version + 1`);
  await api.get(Rights).renew();
}
