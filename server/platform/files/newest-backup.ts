import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const About = z.object({ made: z.iso.datetime() });

/**
 * When the newest backup was made that `npm run backup` left in its usual place, by the machine's clock; null when there is none.
 * Backups by the tools of a database are not seen.
 */
export async function newestBackup(dataDir: string): Promise<Date | null> {
  const folder = join(dataDir, 'backups');
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => !name.endsWith('.half-made'))
    .sort()
    .at(-1);
  if (!newest) return null;
  const about = About.safeParse(JSON.parse(await readFile(join(folder, newest, 'about.json'), 'utf8')));
  return about.data ? new Date(about.data.made) : null;
}
