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
import { dirname, join, relative } from 'node:path';
import { readJson, remove, writeJson } from './files.mjs';
import { buildSettings } from './nest-cli.mjs';
import { root } from './paths.mjs';
import { Problem } from './process.mjs';

const isSource = (path) => path.endsWith('.ts') && !path.endsWith('.d.ts');

/** Hashes of every file below the named folders: path (relative to home) -> hash. */
export function hashFiles(names, accept = () => true, home = root) {
  const hashes = {};
  for (const name of names) {
    if (!existsSync(join(home, name))) continue;
    for (const path of filesBelow(name, home)) if (accept(path)) hashes[path] = hashOf(join(home, path));
  }
  return hashes;
}

function filesBelow(folder, home) {
  return readdirSync(join(home, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(path, home);
    return entry.isFile() ? [path] : [];
  });
}

export function hashOf(file) {
  return hashOfText(readFileSync(file));
}

function hashOfText(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

/**
 * Compiles what changed since the last time and copies the assets (migrations, words), as nest-cli.json says.
 * Removed sources lose their output. Returns how many files were compiled, copied and removed.
 */
export async function compile({ settings = buildSettings(), force = false } = {}) {
  const { home, outDir } = settings;
  const stampFile = join(outDir, '.stamp.json');
  const versions =
    hashOfText(settings.text) + hashOf(settings.swcrc) + hashOf(join(root, 'package-lock.json'));
  if (settings.deleteOutDir) remove(outDir);
  const stamp = readJson(stampFile);
  const known = !force && stamp?.settings === versions ? stamp.files : {};
  const files = hashFiles(settings.folders, (path) => isSource(path) || settings.isAsset(path), home);
  const changed = Object.keys(files).filter(
    (path) => files[path] !== known[path] || !existsSync(join(outDir, outputOf(path))),
  );
  const gone = Object.keys(stamp?.files ?? {}).filter((path) => !(path in files));
  for (const path of gone) for (const end of ['', '.map']) remove(join(outDir, outputOf(path) + end));
  const sources = changed.filter(isSource);
  if (sources.length > 0) await transformAll(sources, settings);
  const others = changed.filter((path) => !path.endsWith('.ts'));
  for (const path of others) copy(path, settings);
  if (changed.length + gone.length > 0 || !stamp || stamp.settings !== versions) {
    mkdirSync(outDir, { recursive: true });
    writeJson(stampFile, { settings: versions, files });
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
async function transformAll(paths, { home, outDir, swcrc }) {
  const { transformFile } = await import('@swc/core');
  const failures = [];
  await Promise.all(
    paths.map(async (path) => {
      try {
        write(
          path,
          outDir,
          await transformFile(join(home, path), {
            cwd: home,
            configFile: swcrc,
            sourceFileName: relative(dirname(join(outDir, outputOf(path))), join(home, path)),
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

function copy(path, { home, outDir }) {
  const target = join(outDir, path);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(join(home, path), target);
}
