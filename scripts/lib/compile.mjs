import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { readJson, remove, writeJson } from './files.mjs';
import { root } from './paths.mjs';
import { Problem } from './process.mjs';

export const folders = ['contract', 'server', 'workers', 'sandbox', 'bench', 'test/data', 'test/faults'];
const skipped = new Set(['.md', '.snap']);
const isSource = (path) => path.endsWith('.ts') && !path.endsWith('.d.ts');

/** Hashes of every file below the named folders: path (relative to the root) -> hash. */
export function hashFiles(names, accept = () => true) {
  const hashes = {};
  for (const name of names) {
    const start = join(root, name);
    if (!existsSync(start)) continue;
    for (const path of filesBelow(name)) if (accept(path)) hashes[path] = hashOf(join(root, path));
  }
  return hashes;
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

export function hashOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 24);
}

/**
 * Compiles what changed since the last time and copies what is not TypeScript (migrations, JSON).
 * Removed sources lose their output. Returns how many files were compiled, copied and removed.
 */
export async function compile({ outDir = join(root, 'dist'), force = false } = {}) {
  const stampFile = join(outDir, '.stamp.json');
  const settings = hashOf(join(root, '.swcrc')) + hashOf(join(root, 'package-lock.json'));
  const stamp = readJson(stampFile);
  const known = !force && stamp?.settings === settings ? stamp.files : {};
  const files = hashFiles(folders, (path) => isSource(path) || !skipped.has(extname(path)));
  const changed = Object.keys(files).filter(
    (path) => files[path] !== known[path] || !existsSync(join(outDir, outputOf(path))),
  );
  const gone = Object.keys(stamp?.files ?? {}).filter((path) => !(path in files));
  for (const path of gone) for (const end of ['', '.map']) remove(join(outDir, outputOf(path) + end));
  const sources = changed.filter(isSource);
  if (sources.length > 0) await transformAll(sources, outDir);
  const others = changed.filter((path) => !path.endsWith('.ts'));
  for (const path of others) copy(path, outDir);
  if (changed.length + gone.length > 0 || !stamp || stamp.settings !== settings) {
    mkdirSync(outDir, { recursive: true });
    writeJson(stampFile, { settings, files });
  }
  return {
    compiled: sources.length,
    copied: others.length,
    removed: gone.length,
    changed: [...changed, ...gone],
  };
}

function outputOf(path) {
  return isSource(path) ? path.replace(/\.ts$/, '.js') : path;
}

// Loaded late: this file is read before the packages are installed.
async function transformAll(paths, outDir) {
  const { transformFile } = await import('@swc/core');
  const failures = [];
  await Promise.all(
    paths.map(async (path) => {
      try {
        write(
          path,
          outDir,
          await transformFile(join(root, path), {
            cwd: root,
            sourceFileName: relative(dirname(join(outDir, outputOf(path))), join(root, path)),
          }),
        );
      } catch (error) {
        // Below "Caused by" stands a stack of the compiler itself.
        failures.push(`${path}: ${error.message.split('\n\nCaused by')[0].trimEnd()}`);
      }
    }),
  );
  if (failures.length > 0) throw new Problem(failures.join('\n'));
}

function write(path, outDir, { code, map }) {
  const target = join(outDir, outputOf(path));
  mkdirSync(dirname(target), { recursive: true });
  if (map) place(`${target}.map`, map);
  place(target, map ? `${code}\n//# sourceMappingURL=${target.split('/').at(-1)}.map\n` : code);
}

// Renamed into place: a process that starts meanwhile never loads half a module.
function place(target, text) {
  const half = `${target}.${process.pid}.tmp`;
  writeFileSync(half, text);
  renameSync(half, target);
}

function copy(path, outDir) {
  const target = join(outDir, path);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(join(root, path), target);
}
