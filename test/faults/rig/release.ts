import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const run = promisify(execFile);
/** A row of docs/releases.md that names its commit; the build that is under way has none. */
const RELEASED = /^\| ([\d.]+) +\| `([0-9a-f]{7,40})`/m;

export interface Release {
  version: string;
  /** Its compiled scripts. */
  dist: string;
}

/**
 * The newest release, compiled from the repository's history, in a folder that is kept.
 *
 * @param folder where releases are put
 * @throws when the history does not reach back to it
 */
export async function newestRelease(folder: string): Promise<Release> {
  const [, version = '', commit = ''] =
    RELEASED.exec(await readFile(join(root, 'docs/releases.md'), 'utf8')) ?? [];
  const place = join(folder, commit);
  if (!existsSync(place)) await make(version, commit, place);
  return { version, dist: join(place, 'dist') };
}

async function make(version: string, commit: string, place: string): Promise<void> {
  const known = await git('cat-file', '-e', `${commit}^{commit}`).then(
    () => true,
    () => false,
  );
  if (!known) throw new Error(`The history at hand does not reach back to release ${version} (${commit})`);
  const making = `${place}.making`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true });
  const archive = join(making, 'release.tar');
  await git('archive', '--format=tar', '-o', archive, commit);
  await run('tar', ['-xf', archive, '-C', making]);
  if (await hasOurPackages(making)) await symlink(join(root, 'node_modules'), join(making, 'node_modules'));
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: making });
  await run(process.execPath, ['scripts/build.mjs'], { cwd: making });
  await rename(making, place);
}

function git(...args: string[]): Promise<unknown> {
  return run('git', ['-C', root, ...args]);
}

/** The product's own entry says its version, which differs. */
async function hasOurPackages(place: string): Promise<boolean> {
  const [own, theirs] = await Promise.all([root, place].map(packagesOf));
  return own === theirs;
}

async function packagesOf(place: string): Promise<string> {
  const lock = JSON.parse(await readFile(join(place, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  return JSON.stringify({ ...lock.packages, '': { ...lock.packages[''], version: undefined } });
}
