import type { Configured, ConfiguredName } from '../../contract/administration/configuration.js';
import { sql } from '../../server/platform/db/sql.js';
import { Settings } from '../../server/platform/settings/settings.js';
import type { Api } from './stack.js';

/** Configures an institution as if an administrator had: in force at once. */
export async function configure<Name extends ConfiguredName>(
  api: Api,
  institutionId: number,
  name: Name,
  document: Configured[Name],
): Promise<void> {
  await api.rows(sql`
    INSERT INTO configuration (institution_id, name, version, document, changed_at)
    SELECT ${institutionId}, ${name}, COALESCE(MAX(c.version), 0) + 1, ${JSON.stringify(document)}, ${new Date()}
    FROM configuration c WHERE c.institution_id = ${institutionId} AND c.name = ${name}`);
  api.get(Settings).changed();
}
