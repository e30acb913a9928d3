import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Last = z.object({ made: z.iso.datetime(), checked: z.boolean().nullable() });

export interface LastBackup {
  /** By the machine's clock. */
  made: Date;
  /** Whether it could be read back and was right; null: nobody has looked. */
  checked: boolean | null;
}

/** The last backup by `npm run backup`; null when there is none. */
export async function lastBackup(dataDir: string): Promise<LastBackup | null> {
  const text = await readFile(join(dataDir, 'last-backup.json'), 'utf8').catch(() => null);
  const last = text === null ? null : Last.safeParse(JSON.parse(text)).data;
  return last ? { ...last, made: new Date(last.made) } : null;
}
