import { readOnce } from '../platform/db/migrator.js';
import type { SeedParameters } from './parameters.js';

/** The parameters of a finished demo; null when the migrated database has none. */
export async function finishedDemo(uri: string): Promise<SeedParameters | null> {
  const [row] = await readOnce<{ parameters: string }>(
    uri,
    'SELECT parameters FROM demo_seed WHERE id = 1 AND done_at IS NOT NULL',
  );
  return row ? (JSON.parse(row.parameters) as SeedParameters) : null;
}
